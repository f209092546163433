import { type Finding, isOpen } from '../../engine/model/finding.ts'
import { isUndecided } from '../../engine/model/undecided.ts'
import type { InstalledServer, InstalledServers } from '../../engine/model/installed-servers.ts'
import type { Verdict } from '../../engine/model/scan.ts'
import type { ScanReport } from '../../engine/model/scan-report.ts'
import { comparePriority } from '../../engine/model/priority.ts'
import type { Severity } from '../../engine/model/severity.ts'
import { secretsOf, type ServerSecret } from '../../engine/rules/configuration/clients/server-secrets.ts'
import type { ScanContext } from '../../engine/scanner/scan-context.ts'
import { scanOnce } from '../../engine/scanner/scan-once.ts'
import { printable } from '../../engine/reports/printable.ts'
import { type Progress, showScanStage } from '../progress-line.ts'
import type { ConfiguredServer, UnreadableSettings } from './find-servers.ts'
import { sharedToolsOf } from './shared-tools.ts'

/** Options for scanning server programs. */
export interface ProgramScans {
  readonly scanContext: ScanContext
  readonly progress: Progress
  readonly signal: AbortSignal
  readonly failOn: Severity | undefined
  /** True to scan only folders. */
  readonly isOffline: boolean
}

/** Scans every distinct program once, and returns the servers with the results. */
export async function scanServers(
  servers: readonly ConfiguredServer[],
  unreadable: readonly UnreadableSettings[],
  { scanContext, progress, signal, failOn, isOffline }: ProgramScans,
): Promise<InstalledServers> {
  const reports = new Map<string, ScanReport>()
  for (const { program } of servers) {
    if (!isScanned(program, isOffline) || reports.has(keyOf(program))) continue
    const report = await scanOnce(scanContext, {
      url: program.label,
      target: program.target,
      failOn,
      report: (stage, percent) => showScanStage(progress, { subject: printable(program.label), stage, percent }),
      signal,
    })
    reports.set(keyOf(program), report)
  }
  progress.clear()
  const summaries = new Map([...reports].map(([key, report]) => [key, summaryOf(report)]))
  const installed = installedServers(servers, summaries, isOffline)
  return {
    verdict: verdictOf(installed, unreadable),
    servers: installed,
    unreadable: unreadable.map(({ client, path, problem }) => ({ client: client.name, path, problem })),
    scans: [...reports.values()],
  }
}

/** Returns a unique key for a program. Labels are truncated and therefore not unique. */
const keyOf = (program: ConfiguredServer['program']): string =>
  JSON.stringify('target' in program ? program.target : program.label)

type ScannedProgram = Extract<ConfiguredServer['program'], { readonly target: unknown }>

const isScanned = (program: ConfiguredServer['program'], isOffline: boolean): program is ScannedProgram =>
  'target' in program && (!isOffline || program.target.type === 'folder')

/** Properties shared by all servers with the same program. */
interface ProgramSummary {
  readonly report: ScanReport
  readonly tools: readonly string[]
  readonly result: NonNullable<InstalledServer['result']>
}

function summaryOf(report: ScanReport): ProgramSummary {
  const { verdict, results, findings, tools = [] } = report
  const worst = worstOf(findings.filter(isOpen))
  return {
    report,
    tools: [...new Set(tools.filter(({ kind }) => kind === 'tool').map(({ name }) => name))],
    result: {
      verdict,
      ...(results && { grade: results.grade, securityScore: results.securityScore }),
      ...(worst && { worstFinding: { severity: worst.severity, ruleId: worst.ruleId, title: worst.title } }),
    },
  }
}

function installedServers(
  servers: readonly ConfiguredServer[],
  summaries: ReadonlyMap<string, ProgramSummary>,
  isOffline: boolean,
): InstalledServer[] {
  const described = servers.map((configured) => {
    const { client, server, program } = configured
    const programKey = keyOf(program)
    const summary = isScanned(program, isOffline) ? summaries.get(programKey) : undefined
    return { configured, summary, server, clientId: client.id, programKey, tools: summary?.tools ?? [] }
  })
  const shared = sharedToolsOf(described)
  return described.map((each) => installedServer(each.configured, each.summary, shared.get(each) ?? []))
}

function installedServer(
  { client, scope, path, server, program }: ConfiguredServer,
  summary: ProgramSummary | undefined,
  sharedTools: InstalledServer['sharedTools'],
): InstalledServer {
  const reason = 'reason' in program ? program.reason : 'With --offline, Assay scans only programs in local folders.'
  const notScanned = summary ? summary.report.error?.message : reason
  return {
    name: server.name,
    client: client.name,
    settingsFile: path,
    scope,
    ...(server.project !== undefined && { project: server.project }),
    isDisabled: server.isDisabled,
    program: {
      kind: program.kind,
      label: program.label,
      ...('isMovable' in program && { isPinned: !program.isMovable }),
      ...(notScanned !== undefined && { notScanned }),
    },
    ...(summary && { result: summary.result }),
    secretsIn: [...new Set([...secretsOf(server)].map(placeName))],
    sharedTools,
  }
}

/**
 * Returns the worst finding. Findings that depend on a check Assay could not judge are returned only if there are no
 * others.
 */
const worstOf = (findings: readonly Finding[]): Finding | undefined =>
  findings.toSorted((a, b) => Number(isUndecided(a)) - Number(isUndecided(b)) || comparePriority(a, b))[0]

const placeName = ({ place }: ServerSecret): string =>
  typeof place === 'string' ? (place === 'url' ? 'URL' : place) : place.setting

/** Returns the verdict for all enabled servers. It is `pass` only if every server was scanned and passed. */
function verdictOf(servers: readonly InstalledServer[], unreadable: readonly UnreadableSettings[]): Verdict {
  const results = servers.flatMap(({ isDisabled, result }) => (isDisabled ? [] : [result?.verdict]))
  if (results.includes('fail')) return 'fail'
  if (servers.length === 0 && unreadable.length === 0) return 'nothing-scanned'
  return unreadable.length === 0 && results.every((verdict) => verdict === 'pass') ? 'pass' : 'partial'
}
