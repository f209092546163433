import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { ordinaryAccounts } from './accounts.ts'
import { type BinaryPackage, copyBinaries, findBinaryPackage, linkLibraries } from './binaries.ts'
import { type ClusterFiles, clusterHome } from './cluster-files.ts'
import { runToEnd } from './command.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { assertOwn, giveTree, letEnter } from './ownership.ts'
import { moveCluster, relocatedHome } from './relocation.ts'
import { type Plan, type Rung, type RunAs, commandAs, ownerFor, possiblePlans } from './run-as.ts'

/** Location of a cluster and its binaries, and the user that runs it. A probe has verified all three. */
export interface Placement {
  readonly runAs: RunAs
  /** Folder with `bin/postgres`. */
  readonly native: string
  /** Folder with the cluster (`data`), temporary files from its creation, and copied binaries. */
  readonly home: string
}

/** Options that restrict or move a placement. Tests use them to force each alternative. */
export interface PlacementOptions {
  readonly rungs: readonly Rung[]
  /** Folder in which root creates the cluster's folder if no unprivileged user can access the data folder. */
  readonly relocationBase: string
}

/**
 * Finds a way to run Postgres on this machine and prepares it. Opens, copies, and moves folders and changes owners as
 * needed, so existing clusters with another placement work too. Requires the lock, and that no postmaster runs. Throws
 * an EmbeddedPostgresError that lists the attempts.
 */
export async function placeCluster(
  files: ClusterFiles,
  options: PlacementOptions,
  notify: (message: string) => void,
): Promise<Placement> {
  const source = findBinaryPackage()
  const home = clusterHome(files)
  const uid = process.getuid?.() ?? -1
  const accounts = uid === 0 ? ordinaryAccounts(home) : []
  const refusals: string[] = []
  for (const plan of possiblePlans({ uid, accounts, linked: linkLibraries(source.native), allowed: options.rungs })) {
    try {
      const placement = await tryPlan(plan, source, files, { home, base: options.relocationBase })
      if (placement.home !== home) await moveCluster(files, home, placement.home, notify)
      return placement
    } catch (error) {
      refusals.push(
        `- ${describe(plan)}: ${error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)}`,
      )
    }
  }
  throw new EmbeddedPostgresError(
    `${
      uid === 0
        ? 'Postgres refuses to run as root, and no other user can run it here'
        : 'The embedded Postgres does not run here'
    }` +
      `:\n` +
      `${refusals.join('\n') || '- /etc/passwd has neither a user "postgres" nor "nobody"'}\n` +
      'Set ASSAY_DATA_DIR to a folder that an ordinary user can enter (such as /var/lib/assay), start as an ' +
      'ordinary user, or set DATABASE_URL to a Postgres 16 or newer.',
  )
}

/**
 * Tests whether a plan works. If it does not, restores the permissions of the folders that the test made accessible.
 */
async function tryPlan(
  plan: Plan,
  source: BinaryPackage,
  files: ClusterFiles,
  where: { home: string; base: string },
): Promise<Placement> {
  const { runAs } = plan
  const owner = ownerFor(runAs)
  const home =
    plan.rung === 'relocate' && runAs.kind === 'drop' ? relocatedHome(files, where.base, runAs.account) : where.home
  const ownFolders = home === files.room ? [files.dataDir, files.room] : [home]
  // Another home folder was created only for this cluster. In a user namespace, only root's own folders can be opened.
  if (home !== files.room && owner) chownSync(home, owner.uid, owner.gid)
  const takeBack = runAs.kind === 'drop' ? letEnter(ownFolders, runAs.account) : () => {}
  try {
    let { native } = source
    if (plan.binaries === 'copied') {
      await probe(runAs, 'cd "$1"', home)
      native = await copyBinaries(source, home)
      if (owner) giveTree(native, owner)
    }
    await probe(runAs, 'cd "$1" && "$2/bin/postgres" --version && "$2/bin/initdb" --version', home, native)
    return { runAs, native, home }
  } catch (error) {
    takeBack()
    throw error
  }
}

/** Runs the script and checks the user ID. `postgres --version` would not detect root. */
async function probe(runAs: RunAs, script: string, ...args: string[]): Promise<void> {
  await runToEnd(commandAs(runAs, 'sh', ['-c', `[ "$(id -u)" -ne 0 ] && ${script}`, 'probe', ...args]), 'the probe')
}

/**
 * Gives the cluster to the user that will run it. Throws if it belongs to another user and this process cannot change
 * that.
 */
export function settleOwner(dataFolder: string, runAs: RunAs): void {
  const owner = ownerFor(runAs)
  if (owner) giveTree(dataFolder, owner)
  else assertOwn(dataFolder)
}

export function dataFolderIn(home: string): string {
  return join(home, 'data')
}

function describe({ rung, runAs, binaries }: Plan): string {
  const who =
    runAs.kind === 'direct'
      ? 'as this user'
      : runAs.kind === 'drop'
        ? `as ${runAs.account.name}`
        : `in a user namespace as ${runAs.account.name}`
  return (
    `${who}${rung === 'relocate' ? ', moved to a folder of its own' : ''}` +
    `${binaries === 'copied' ? ', with copied binaries' : ''}`
  )
}
