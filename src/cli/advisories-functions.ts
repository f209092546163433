import { printable } from '../engine/reports/printable.ts'
import type { FixedAdvisoryRecord } from '../engine/advisories/file-store/fixed-advisories.ts'
import { type Command, type CommandRuntime, exitCodes } from './command.ts'
import { progressLine } from './progress-line.ts'

/** Ecosystems whose packages the reachability analysis compares. */
const comparedEcosystems = ['npm', 'PyPI'] as const

/** Number of advisories to look up at once. */
const batchAdvisories = 500

export const advisoriesFunctions: Command = {
  arguments: '[ID…]',
  details: [
    'Prints the vulnerable functions of advisories as JSON lines, one line per advisory, package, and fixed version. ' +
      'Scans with --reachability derive them from the archives of the last affected and the first fixed version, and ' +
      'store them in the cache folder. This command derives nothing and makes no network requests.',
    'IDs can be aliases, such as a CVE ID. Without an ID, the command prints all stored functions.',
    'Each line contains the digests of the two archives and of the engine that compared them.',
  ],
  options: {},
  exits: {
    0: 'Functions were printed for every advisory that you named.',
    3: 'An advisory is not stored, or has no stored functions.',
  },
  examples: [
    ['assay advisories functions', 'Prints all stored functions.'],
    ['assay advisories functions CVE-2021-23337', 'Prints the functions of one advisory.'],
  ],
  async run(runtime, { positionals: ids }) {
    const { terminal } = runtime
    const wanted = new Map(ids.map((id) => [id, 'unknown' as 'unknown' | 'known' | 'printed']))
    let printed = 0
    for await (const { advisory, line } of storedLines(runtime, ids)) {
      const named = [advisory.id, ...advisory.aliases].filter((id) => wanted.has(id))
      for (const id of named) if (line !== undefined || wanted.get(id) === 'unknown') wanted.set(id, stateOf(line))
      if (line === undefined) continue
      terminal.out.write(`${line}\n`)
      printed += 1
    }
    for (const [id, state] of wanted) if (state !== 'printed') terminal.err.write(missingText(id, state))
    if (printed === 0 && ids.length === 0)
      terminal.err.write('No functions are stored. Run "assay scan --reachability" on a vulnerable project first.\n')
    return printed === 0 || [...wanted.values()].some((state) => state !== 'printed')
      ? exitCodes.incomplete
      : exitCodes.ok
  },
}

const stateOf = (line: string | undefined) => (line === undefined ? 'known' : 'printed')

function missingText(id: string, state: 'unknown' | 'known'): string {
  const name = printable(id, 100)
  return state === 'unknown'
    ? `${name}: no stored npm or PyPI advisory has this ID. Check the ID, or run "assay advisories sync npm PyPI".\n`
    : `${name}: no functions are stored. Run "assay scan --reachability" on a project that the advisory affects.\n`
}

interface StoredLine {
  readonly advisory: FixedAdvisoryRecord
  /** Undefined if the advisory has no stored functions. */
  readonly line: string | undefined
}

/** Yields each advisory with these IDs, once for each of its lines or once without a line. No IDs: all advisories. */
async function* storedLines(runtime: CommandRuntime, ids: readonly string[]): AsyncGenerator<StoredLine> {
  const [{ advisoryFolder }, { fixedAdvisories }] = await Promise.all([
    import('./local-advisories.ts'),
    import('../engine/advisories/file-store/fixed-advisories.ts'),
  ])
  const folder = advisoryFolder(runtime.localAdvisories)
  const wanted = new Set(ids)
  using progress = progressLine(runtime.terminal.err)
  await using scanner = await runtime.openScanner({ progress, isOffline: true, scannedFolders: [] })
  let batch: FixedAdvisoryRecord[] = []
  for (const ecosystem of comparedEcosystems)
    for (const advisory of fixedAdvisories(folder, runtime.localAdvisories.osvBases, ecosystem)) {
      if (wanted.size > 0 && ![advisory.id, ...advisory.aliases].some((id) => wanted.has(id))) continue
      batch.push(advisory)
      if (batch.length < batchAdvisories) continue
      runtime.signal.throwIfAborted()
      yield* linesOf(scanner.scanContext, batch)
      batch = []
    }
  yield* linesOf(scanner.scanContext, batch)
}

async function* linesOf(
  { fileResults, sources }: Awaited<ReturnType<CommandRuntime['openScanner']>>['scanContext'],
  advisories: readonly FixedAdvisoryRecord[],
): AsyncGenerator<StoredLine> {
  const [{ PackageStore }, { fixesOf, knownFunctions }, { exportedFunctions }] = await Promise.all([
    import('../engine/scanner/reachability/package-store.ts'),
    import('../engine/scanner/reachability/known-functions.ts'),
    import('../engine/scanner/reachability/functions-export.ts'),
  ])
  const store = new PackageStore(fileResults, sources, 'command')
  const known = Map.groupBy(
    await knownFunctions(
      store,
      advisories.flatMap(({ id, packages }) => fixesOf(id, packages)),
    ),
    ({ ecosystem, advisoryId }) => `${ecosystem} ${advisoryId}`,
  )
  for (const advisory of advisories) {
    const ecosystem = advisory.packages[0]?.ecosystem ?? ''
    const found = known.get(`${ecosystem} ${advisory.id}`) ?? []
    if (found.length === 0) yield { advisory, line: undefined }
    for (const each of found) yield { advisory, line: JSON.stringify(exportedFunctions(each, advisory.aliases)) }
  }
}
