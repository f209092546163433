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

/** Where a cluster and its binaries are, and as whom they run: proven by a probe. */
export interface Placement {
  readonly runAs: RunAs
  /** Folder with `bin/postgres`. */
  readonly native: string
  /** Holds the cluster (`data`), what is needed to make it, and copied binaries. */
  readonly home: string
}

/** What narrows or moves a placement; tests use it to force each rung. */
export interface PlacementOptions {
  readonly rungs: readonly Rung[]
  /** Where root makes a folder for a cluster whose data folder no ordinary user can reach. */
  readonly relocationBase: string
}

/**
 * Chooses how Postgres can run here and makes it so: enters, copies, moves and gives away files as needed, so that a
 * cluster which was made another way opens, too. Only under the lock and with no postmaster. Throws an
 * EmbeddedPostgresError that lists what was tried.
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

/** Probes a plan; what was opened for it is closed again when it fails. */
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
  // A folder elsewhere was made for the cluster alone, and under a user namespace only root's own can be entered.
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

/** `postgres --version` runs as root, too, so the probe looks at the uid itself. */
async function probe(runAs: RunAs, script: string, ...args: string[]): Promise<void> {
  await runToEnd(commandAs(runAs, 'sh', ['-c', `[ "$(id -u)" -ne 0 ] && ${script}`, 'probe', ...args]), 'the probe')
}

/** Gives the cluster to the user that will run it, or throws when it is another's and this process cannot. */
export function settleOwner(dataFolder: string, runAs: RunAs): void {
  const owner = ownerFor(runAs)
  if (owner) giveTree(dataFolder, owner)
  else assertOwn(dataFolder)
}

/** The cluster's folder in its home. */
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
