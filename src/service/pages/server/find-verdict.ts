import type { Database } from '../../db/client.ts'
import { listServerFindings, type ServerFinding } from '../../db/registry/findings-list.ts'
import type { RegistryServerRow, RegistrySourceRow } from '../../db/registry/servers.ts'
import { type ScannedVersion, scanHasFinding } from '../../db/registry/versions.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { isNotRunning } from '../../../engine/model/priority.ts'
import { isAtLeast, severities, type Severity } from '../../../engine/model/severity.ts'
import { publishedFinding } from '../../../engine/reports/published-finding.ts'
import { betterCurrentVersion, betterEarlierVersion, isNewer } from './version-choice.ts'

/** Current version, if it is newer and has a better grade than the scored version. */
export interface BetterVersion {
  readonly version: ScannedVersion
  /** True if the worst finding is fixed. Undefined if the stored data does not show it. */
  readonly isFixed: boolean | undefined
}

/** Facts that determine the verdict about a server. */
export interface VerdictFacts {
  /** Severity of `worst`. Undefined if there are no findings. */
  readonly severity: Severity | undefined
  /** Worst finding that affects users, or the worst finding if none affects users, as published. */
  readonly worst: Finding | undefined
  /** True if the worst finding is precise and affects users. */
  readonly isCertain: boolean
  /** True if the worst finding affects only development dependencies. */
  readonly isDevelopmentOnly: boolean
  /** True if the worst finding is about vulnerable code that the project does not run. */
  readonly isNotRunning: boolean
  readonly newer: BetterVersion | undefined
  /** Earlier version that had a better grade when it was scanned. */
  readonly earlier: ScannedVersion | undefined
  /** Current version of the source, if it has no complete scan. */
  readonly unscanned: string | undefined
}

/** Number of findings with one severity from which the most precise one is chosen. */
const maxCandidates = 25

/** Sort rank of each precision. Lower ranks come first. */
const precisionRank: Readonly<Record<Finding['precision'], number>> = { 'very-high': 0, high: 1, medium: 2, low: 3 }

/** Reads the facts that determine the verdict about a server. */
export async function findVerdict(
  db: Database,
  {
    server,
    sources,
    versions,
  }: {
    readonly server: RegistryServerRow
    readonly sources: readonly RegistrySourceRow[]
    readonly versions: readonly ScannedVersion[]
  },
  { isMaintainer }: { readonly isMaintainer: boolean },
): Promise<VerdictFacts> {
  const worst = server.grade === null ? undefined : await findWorst(db, server)
  const current = currentVersion(server, sources)
  const newer = betterCurrentVersion(server, versions, current)
  return {
    severity: worst?.finding.severity,
    worst:
      worst &&
      publishedFinding(worst.finding, {
        firstSeenAt: worst.firstSeenAt,
        now: new Date(),
        isClaimedByCaller: isMaintainer,
      }),
    isCertain: worst !== undefined && affectsUsers(worst.finding) && precisionRank[worst.finding.precision] <= 1,
    isDevelopmentOnly: worst !== undefined && isDevelopment(worst.finding),
    isNotRunning: worst !== undefined && isNotRunning(worst.finding),
    newer: newer && { version: newer, isFixed: worst && (await isFixedIn(db, newer, server, worst)) },
    earlier: newer ? undefined : betterEarlierVersion(server, versions),
    unscanned: unscannedVersion(server, versions, current),
  }
}

/**
 * Returns the most precise finding with the worst severity. Findings that do not affect users, because they are in
 * development dependencies or their code does not run, are considered only if no other finding is above low severity.
 */
async function findWorst(db: Database, server: RegistryServerRow): Promise<ServerFinding | undefined> {
  const occurring = severities.filter((severity) => server[severity] > 0)
  for (const severity of occurring.filter((each) => isAtLeast(each, 'medium'))) {
    const worst = await mostPrecise(db, { serverId: server.id, severity, affectsUsers: true })
    if (worst) return worst
  }
  const [severity] = occurring
  return severity && mostPrecise(db, { serverId: server.id, severity })
}

async function mostPrecise(
  db: Database,
  filter: Parameters<typeof listServerFindings>[1],
): Promise<ServerFinding | undefined> {
  const { findings } = await listServerFindings(db, filter, { limit: maxCandidates, offset: 0 })
  const [worst] = findings.toSorted(
    (one, other) => precisionRank[one.finding.precision] - precisionRank[other.finding.precision],
  )
  return worst
}

const isDevelopment = ({ component }: Finding) => component?.dev === true
const affectsUsers = (finding: Finding) => !isDevelopment(finding) && !isNotRunning(finding)

/**
 * Reports whether the version fixes the finding. An earlier scan may have missed it, because rules and advisories
 * change. Only a later scan without the finding proves the fix.
 */
async function isFixedIn(
  db: Database,
  { scanId, scannedAt }: ScannedVersion,
  { lastScannedAt }: RegistryServerRow,
  worst: ServerFinding,
): Promise<boolean | undefined> {
  if (lastScannedAt === null || scannedAt < lastScannedAt || scannedAt < worst.firstSeenAt) return undefined
  const isFound = await scanHasFinding(db, scanId, worst.finding)
  return isFound === undefined ? undefined : !isFound
}

/**
 * Returns the current version of the scored package, or undefined if the stored data does not identify that package.
 */
function currentVersion(server: RegistryServerRow, sources: readonly RegistrySourceRow[]): string | undefined {
  const [source, ...others] = sources.filter(({ type, goneAt }) => type === server.sourceType && goneAt === null)
  return others.length > 0 ? undefined : (source?.currentRevision ?? undefined)
}

function unscannedVersion(
  server: RegistryServerRow,
  versions: readonly ScannedVersion[],
  current: string | undefined,
): string | undefined {
  const isScanned = versions.some(({ version }) => version === current)
  return server.grade !== null && current !== undefined && !isScanned && isNewer(server, current) ? current : undefined
}
