import { scanFormats } from './scan-formats.ts'
import { detectorIds } from '../engine/rules/detector-ids.ts'
import type { ScanReport } from '../engine/model/scan-report.ts'
import { severities } from '../engine/model/severity.ts'
import type { Target } from '../engine/model/target.ts'
import { folderArgument } from '../engine/sources/folder/folder-argument.ts'
import { type Command, type CommandArguments, exitCodes, oneOf, UsageError } from './command.ts'
import { progressLine } from './progress-line.ts'

export const scan: Command = {
  usage:
    `<address or folder>… [--format table|json|sarif] [--fail-on ${severities.join('|')}] ` +
    '[--trust-project-settings] [--without <detector>]…',
  details: [
    'Exit codes: 0 pass, 1 fail, 2 usage error, 3 not or not fully scanned, 4 internal error. Progress goes ' +
      'to stderr, the result to stdout.',
    'A folder is read but for what its git repository ignores; without a repository all of it, but for ' +
      'node_modules beside a lockfile and virtual environments of Python.',
    '--trust-project-settings heeds what the project says of itself in .github/assay.yml and in comments: ' +
      'for projects of your own, docs/project-settings.md.',
    `--without leaves a detector out: ${detectorIds.join(', ')}. The others decide the verdict and the exit ` +
      'code; JSON lists it in coverage.detectors as skipped.',
  ].join('\n'),
  takesWords: true,
  options: {
    format: { type: 'string' },
    'fail-on': { type: 'string' },
    'trust-project-settings': { type: 'boolean' },
    without: { type: 'string', multiple: true },
  },
  async run(runtime, given) {
    const format = oneOf(given, 'format', scanFormats, 'table')
    const failOn = given.values['fail-on'] === undefined ? undefined : oneOf(given, 'fail-on', severities, 'high')
    const trustsProject = given.values['trust-project-settings'] === true
    const without = leftOut(given)
    if (given.positionals.length === 0)
      throw new UsageError('Name what to scan: the address of a package page or a repository, or a folder.')
    const targets = given.positionals.map((word) => ({ url: word, target: folderNamed(word, runtime.callerFolder) }))

    using progress = progressLine(runtime.terminal.err)
    progress.show(`Starting Assay ${runtime.version}`)
    // The scanner takes seconds to load: it does so after the first line is on the screen, and while the database
    // starts.
    const loading = import('./scan-targets.ts')
    await using scanner = await runtime.openScanner(progress)
    const { scanTargets } = await loading
    const reports = await scanTargets(targets, {
      examine: scanner.examine,
      terminal: runtime.terminal,
      signal: runtime.signal,
      progress,
      format,
      failOn,
      trustsProject,
      without,
    })
    return reports.map(exitCodeOf).reduce(worseExit, exitCodes.ok)
  },
}

/**
 * Ids of the detectors that are left out. Throws UsageError for one that there is not, and where none would be left.
 */
function leftOut({ values: { without = [] } }: CommandArguments): ReadonlySet<string> {
  const ids = new Set([without].flat().map(String))
  const known: readonly string[] = detectorIds
  const unknown = [...ids].find((id) => !known.includes(id))
  if (unknown !== undefined)
    throw new UsageError(`--without ${unknown}: there is no such detector. Detectors are ${known.join(', ')}.`)
  if (ids.size === known.length) throw new UsageError('--without leaves out every detector. Keep at least one.')
  return ids
}

/**
 * The folder that a word means; undefined for what may be an address. Throws UsageError for one that cannot be scanned.
 */
function folderNamed(word: string, callerFolder: string): Target | undefined {
  const argument = folderArgument(word, callerFolder)
  if (argument === undefined) return undefined
  if ('problem' in argument) throw new UsageError(argument.problem)
  return argument.target
}

/** The exit code of one report. */
export function exitCodeOf({ verdict, error }: Pick<ScanReport, 'verdict' | 'error'>): number {
  if (error?.code === 'INVALID_URL') return exitCodes.usage
  if (error?.code === 'INTERNAL' || error?.code === 'SCANNER_CRASHED') return exitCodes.ourFault
  if (verdict === 'pass') return exitCodes.ok
  return verdict === 'fail' ? exitCodes.failed : exitCodes.incomplete
}

/** Of several targets the one that most needs attention decides: our failure, wrong call, fail, incomplete, pass. */
export function worseExit(a: number, b: number): number {
  const order = [
    exitCodes.ok,
    exitCodes.incomplete,
    exitCodes.failed,
    exitCodes.usage,
    exitCodes.ourFault,
  ] as const satisfies number[]
  const rank = (code: number) => order.findIndex((known) => known === code)
  return rank(a) >= rank(b) ? a : b
}
