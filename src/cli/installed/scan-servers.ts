import { type Finding, isOpen, isUndecided } from '../../engine/model/finding.ts'
import type { InstalledServer, InstalledServers } from '../../engine/model/installed-servers.ts'
import type { Verdict } from '../../engine/model/scan.ts'
import type { ScanReport } from '../../engine/model/scan-report.ts'
import { compareSeverity, type Severity } from '../../engine/model/severity.ts'
import { secretsOf, type ServerSecret } from '../../engine/rules/configuration/clients/server-secrets.ts'
import type { ScanContext } from '../../engine/scanner/scan-context.ts'
import { scanOnce } from '../../engine/scanner/scan-once.ts'
import { printable } from '../../engine/reports/printable.ts'
import { type Progress, showScanStage } from '../progress-line.ts'
import type { ConfiguredServer, UnreadableSettings } from './find-servers.ts'

/** How to scan the programs of servers. */
export interface ProgramScans {
  readonly scanContext: ScanContext
  readonly progress: Progress
  readonly signal: AbortSignal
  readonly failOn: Severity | undefined
  /** Scans only folders. */
  readonly isOffline: boolean
}

/** Scans every distinct program of the servers once, and returns the servers with the results. */
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
  const installed = servers.map((server) => installedServer(server, servers, reports, isOffline))
  return {
    verdict: verdictOf(installed, unreadable),
    servers: installed,
    unreadable: unreadable.map(({ client, path, problem }) => ({ client: client.name, path, problem })),
    scans: [...reports.values()],
  }
}

/** Distinguishes programs. Labels may be the same, because they are cut. */
const keyOf = (program: ConfiguredServer['program']): string =>
  JSON.stringify('target' in program ? program.target : program.label)

type ScannedProgram = Extract<ConfiguredServer['program'], { readonly target: unknown }>

const isScanned = (program: ConfiguredServer['program'], isOffline: boolean): program is ScannedProgram =>
  'target' in program && (!isOffline || program.target.type === 'folder')

function installedServer(
  { client, scope, path, server, program }: ConfiguredServer,
  servers: readonly ConfiguredServer[],
  reports: ReadonlyMap<string, ScanReport>,
  isOffline: boolean,
): InstalledServer {
  const report = isScanned(program, isOffline) ? reports.get(keyOf(program)) : undefined
  const reason = 'reason' in program ? program.reason : 'With --offline, Assay scans only programs in local folders.'
  const notScanned = report?.error?.message ?? (report ? undefined : reason)
  const worst = worstOf(report?.findings.filter(isOpen) ?? [])
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
    ...(report && {
      result: {
        verdict: report.verdict,
        ...(report.results && { grade: report.results.grade, securityScore: report.results.securityScore }),
        ...(worst && { worstFinding: { severity: worst.severity, ruleId: worst.ruleId, title: worst.title } }),
      },
    }),
    secretsIn: [...new Set([...secretsOf(server)].map(placeName))],
    sharedTools: report ? sharedTools({ client, program, server, report }, servers, reports) : [],
  }
}

/** The worst finding. One whose check could not be analyzed counts only if there is no other. */
const worstOf = (findings: readonly Finding[]): Finding | undefined =>
  findings.toSorted(
    (a, b) => Number(isUndecided(a)) - Number(isUndecided(b)) || compareSeverity(a.severity, b.severity),
  )[0]

/** The tools of a program that another program of the same client also offers. A model cannot tell them apart. */
function sharedTools(
  {
    client,
    program,
    server,
    report,
  }: Pick<ConfiguredServer, 'client' | 'program' | 'server'> & {
    readonly report: ScanReport
  },
  servers: readonly ConfiguredServer[],
  reports: ReadonlyMap<string, ScanReport>,
): InstalledServer['sharedTools'] {
  const own = new Set(toolNames(report))
  if (server.isDisabled || own.size === 0) return []
  const seen = new Set<string>([keyOf(program)])
  return servers.flatMap((other) => {
    const otherReport = reports.get(keyOf(other.program))
    const isTogether =
      other.client.id === client.id &&
      !other.server.isDisabled &&
      (server.project === undefined || other.server.project === undefined || server.project === other.server.project)
    if (!isTogether || !otherReport || seen.has(keyOf(other.program))) return []
    seen.add(keyOf(other.program))
    return toolNames(otherReport)
      .filter((name) => own.has(name))
      .map((tool) => ({ tool, server: other.server.name }))
  })
}

const toolNames = ({ tools = [] }: ScanReport): readonly string[] => [
  ...new Set(tools.filter(({ kind }) => kind === 'tool').map(({ name }) => name)),
]

const placeName = ({ place }: ServerSecret): string =>
  typeof place === 'string' ? (place === 'url' ? 'URL' : place) : place.setting

/** The verdict about all servers that the clients start. It is green only if each of them was scanned. */
function verdictOf(servers: readonly InstalledServer[], unreadable: readonly UnreadableSettings[]): Verdict {
  const results = servers.flatMap(({ isDisabled, result }) => (isDisabled ? [] : [result?.verdict]))
  if (results.includes('fail')) return 'fail'
  if (servers.length === 0 && unreadable.length === 0) return 'nothing-scanned'
  return unreadable.length === 0 && results.every((verdict) => verdict === 'pass') ? 'pass' : 'partial'
}
