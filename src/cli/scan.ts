import { detectors } from '../detectors/catalogue.ts'
import { assay } from '../model/product.ts'
import type { ScanReport } from '../model/scan-report.ts'
import { severities } from '../model/severity.ts'
import type { Target } from '../model/target.ts'
import type { AddressRefusal } from '../net/refusal.ts'
import { printable } from '../reports/printable.ts'
import { projectNotices } from '../reports/project-notices.ts'
import { sarifLog, type SarifScan } from '../reports/sarif.ts'
import { terminalReport } from '../reports/terminal-report.ts'
import { scanOnce } from '../scan/scan-once.ts'
import { folderArgument } from '../sources/folder/folder-argument.ts'
import { type Command, type CommandArguments, exitCodes, oneOf, UsageError } from './command.ts'
import { progressLine } from './progress-line.ts'

export const scan: Command = {
  name: 'scan',
  usage: `<address or folder>… [--format table|json|sarif] [--fail-on ${severities.join('|')}] [--trust-project-settings] [--without <detector>]…`,
  summary: [
    'Scans packages, repositories and folders without a server. Ends with 0 pass, 1 fail, 2 wrong call, 3 not or not fully scanned, 4 our own failure.',
    'A folder is read but for what its git repository ignores; without a repository all of it, but for node_modules beside a lockfile and virtual environments of Python.',
    '--trust-project-settings heeds what the project says of itself in .github/assay.yml and in comments: for projects of your own, docs/project-settings.md.',
    `--without leaves a detector out: ${detectors.map(({ id }) => id).join(', ')}. The others decide the verdict and the exit code; JSON tells it in coverage.detectors, as skipped.`,
  ].join('\n'),
  takesWords: true,
  options: { format: { type: 'string' }, 'fail-on': { type: 'string' }, 'trust-project-settings': { type: 'boolean' }, without: { type: 'string', multiple: true } },
  async run(runtime, given) {
    const format = oneOf(given, 'format', ['table', 'json', 'sarif'], 'table')
    const failOn = given.values['fail-on'] === undefined ? undefined : oneOf(given, 'fail-on', severities, 'high')
    const trustsProject = given.values['trust-project-settings'] === true
    const without = leftOut(given)
    if (given.positionals.length === 0) throw new UsageError('Name what to scan: the address of a package page or a repository, or a folder.')
    const targets = given.positionals.map((word) => ({ url: word, target: folderNamed(word, runtime.callerFolder) }))

    await using installation = await runtime.open()
    const { out, err } = runtime.terminal
    const progress = progressLine(err)
    const reports: ScanReport[] = []
    for (const { url, target } of targets) {
      let refused: AddressRefusal | undefined
      const report = await scanOnce(installation.examine, { url, target, failOn, trustsProject, without, onRefusedAddress: (refusal) => (refused = refusal), report: (stage, percent) => progress.show(url, stage, percent), signal: runtime.signal })
      progress.clear()
      reports.push(report)
      if (format === 'json') out.write(`${JSON.stringify(report)}\n`)
      if (format === 'table') out.write(terminalReport(report, { columns: out.columns ?? 100, color: out.isTTY === true && out.hasColors() }))
      if (refused) err.write(refusalText(refused))
    }
    // One log holds all targets, so it can be written only when the last is done.
    if (format === 'sarif') out.write(`${JSON.stringify(sarifLog(reports.map(sarifScan), { rules: detectors.flatMap(({ rules }) => rules), tool: assay }), undefined, 2)}\n`)
    return reports.map(exitCodeOf).reduce(worseExit, exitCodes.ok)
  },
}

/** For whoever sits at the terminal and may open addresses; reports, which others read, name none. */
function refusalText({ message, setting }: AddressRefusal): string {
  return printable(`${message}.${setting === undefined ? '' : ` To contact it all the same, add it to the networks that are allowed: ${setting}`}`) + '\n'
}

/** Ids of the detectors that are left out. Throws UsageError for one that there is not, and where none would be left. */
function leftOut({ values: { without = [] } }: CommandArguments): ReadonlySet<string> {
  const ids = new Set([without].flat().map(String))
  const known = detectors.map(({ id }) => id)
  const unknown = [...ids].find((id) => !known.includes(id))
  if (unknown !== undefined) throw new UsageError(`--without ${unknown}: there is no such detector. Detectors are ${known.join(', ')}.`)
  if (ids.size === known.length) throw new UsageError('--without leaves out every detector, and nothing to do.')
  return ids
}

/** The folder that a word means; undefined for what may be an address. Throws UsageError for one that cannot be scanned. */
function folderNamed(word: string, callerFolder: string): Target | undefined {
  const argument = folderArgument(word, callerFolder)
  if (argument === undefined) return undefined
  if ('problem' in argument) throw new UsageError(argument.problem)
  return argument.target
}

function sarifScan({ target, source, findings, coverage, error, projectSettings }: ScanReport): SarifScan {
  const skipped = coverage?.detectors.flatMap(({ id, status }) => (status === 'skipped' ? [id] : [])) ?? []
  return { id: source?.canonicalUrl ?? target, source, findings, gaps: [...(coverage?.gaps ?? []), ...skipped.map((id) => `Detector ${id} was left out as asked.`), ...(projectSettings ? projectNotices(projectSettings) : [])], failure: error }
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
  const order = [exitCodes.ok, exitCodes.incomplete, exitCodes.failed, exitCodes.usage, exitCodes.ourFault] as const satisfies number[]
  const rank = (code: number) => order.findIndex((known) => known === code)
  return rank(a) >= rank(b) ? a : b
}
