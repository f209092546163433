import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { constants, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClusterFiles, writeWhole } from './cluster-files.ts'
import { runToEnd } from './command.ts'
import type { Account } from './run-as.ts'

/**
 * Creates `<base>/assay-<hash of the data folder's path>` for a cluster that cannot stay in its data folder, with mode
 * 0700 and owned by the account.
 */
export function relocatedHome(files: ClusterFiles, base: string, account: Account): string {
  const home = join(base, `assay-${createHash('sha256').update(files.dataDir).digest('hex').slice(0, 16)}`)
  mkdirSync(base, { recursive: true })
  mkdirSync(home, { recursive: true, mode: 0o700 })
  chmodSync(home, 0o700)
  chownSync(home, account.uid, account.gid)
  return home
}

/**
 * Makes `to` the new home, and moves an existing cluster there. Copies the cluster to disk, then writes the pointer,
 * then removes the original. An interruption at any step leaves exactly one valid cluster.
 */
export async function moveCluster(
  files: ClusterFiles,
  from: string,
  to: string,
  notify: (message: string) => void,
): Promise<void> {
  const [former, next] = [join(from, 'data'), join(to, 'data')]
  if (existsSync(next)) {
    // This cluster belonged to a deleted data folder with the same path. Its password was deleted with that folder.
    const aside = `${next}.left-${Date.now()}`
    renameSync(next, aside)
    notify(`Found a cluster without a data folder in ${to}; kept it as ${aside}.`)
  }
  if (existsSync(former)) {
    const draft = `${next}.new`
    rmSync(draft, { recursive: true, force: true })
    await cp(former, draft, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      mode: constants.COPYFILE_FICLONE,
    })
    renameSync(draft, next)
    await runToEnd({ file: 'sync', args: ['-f', next] }, 'Writing the moved cluster to disk')
  }
  writeWhole(files.location, `${to}\n`)
  rmSync(former, { recursive: true, force: true })
  notify(`The embedded Postgres is kept in ${to}, because no ordinary user can enter ${files.dataDir}.`)
}
