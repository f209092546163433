import type { ScanReport } from '../model/scan-report.ts'
import { severities } from '../model/severity.ts'
import { terminalReport } from '../reports/terminal-report.ts'
import { scanOnce } from '../scan/scan-once.ts'
import { type Command, exitCodes, oneOf, UsageError } from './command.ts'
import { progressLine } from './progress-line.ts'

export const scan: Command = {
  name: 'scan',
  usage: `<address>… [--format table|json] [--fail-on ${severities.join('|')}]`,
  summary: 'Scans packages without a server. Ends with 0 pass, 1 fail, 2 wrong call, 3 not or not fully scanned, 4 our own failure.',
  takesWords: true,
  options: { format: { type: 'string' }, 'fail-on': { type: 'string' } },
  async run(runtime, given) {
    const format = oneOf(given, 'format', ['table', 'json'], 'table')
    const failOn = oneOf(given, 'fail-on', severities, 'high')
    if (given.positionals.length === 0) throw new UsageError('Name what to scan: the address of a package page.')

    await using installation = await runtime.open()
    const { out, err } = runtime.terminal
    const progress = progressLine(err)
    let exitCode: number = exitCodes.ok
    for (const url of given.positionals) {
      const report = await scanOnce(installation.examine, { url, failOn, report: (stage, percent) => progress.show(url, stage, percent), signal: runtime.signal })
      progress.clear()
      out.write(format === 'json' ? `${JSON.stringify(report)}\n` : terminalReport(report, { columns: out.columns ?? 100, color: out.isTTY === true && out.hasColors() }))
      exitCode = worseExit(exitCode, exitCodeOf(report))
    }
    return exitCode
  },
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
