import type { Database } from '../../db/client.ts'
import { listServerFindings, type ServerFinding } from '../../db/registry/findings-list.ts'
import type { RegistryServerRow, RegistrySourceRow } from '../../db/registry/servers.ts'
import { type ScannedVersion, scanHasFinding } from '../../db/registry/versions.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { isAtLeast, severities, type Severity } from '../../../engine/model/severity.ts'
import { publishedFinding } from '../../../engine/reports/published-finding.ts'
import { betterVersion, isNewer } from './version-choice.ts'

/** A better graded version than that of the score. */
export interface BetterVersion {
  readonly version: ScannedVersion
  /** Whether the worst finding is gone. Undefined if the stored data does not show it. */
  readonly isFixed: boolean | undefined
}

/** What the verdict about a server is based on. */
export interface VerdictFacts {
  /** Severity of `worst`. Undefined without findings. */
  readonly severity: Severity | undefined
  /** The worst finding that affects users, or the worst one, as published. */
  readonly worst: Finding | undefined
  /** True if that finding is precise, and affects more than development dependencies. */
  readonly isCertain: boolean
  /** True if that finding affects only development dependencies. */
  readonly isDevelopmentOnly: boolean
  readonly newer: BetterVersion | undefined
  readonly earlier: ScannedVersion | undefined
  /** Current version of the source, if it has no complete scan. */
  readonly unscanned: string | undefined
}

/** Findings of one severity among which the most precise one is chosen. */
const maxCandidates = 25

/** Lower comes first. */
const precisionRank: Readonly<Record<Finding['precision'], number>> = { 'very-high': 0, high: 1, medium: 2, low: 3 }

/** Reads what the verdict about a server is based on. */
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
  const newer = betterVersion(server, versions, 'newer')
  return {
    severity: worst?.finding.severity,
    worst:
      worst &&
      publishedFinding(worst.finding, {
        firstSeenAt: worst.firstSeenAt,
        now: new Date(),
        isClaimedByCaller: isMaintainer,
      }),
    isCertain: worst !== undefined && !isDevelopment(worst.finding) && precisionRank[worst.finding.precision] <= 1,
    isDevelopmentOnly: worst !== undefined && isDevelopment(worst.finding),
    newer: newer && { version: newer, isFixed: worst && (await isFixedIn(db, newer, server, worst)) },
    earlier: newer ? undefined : betterVersion(server, versions, 'earlier'),
    unscanned: unscannedVersion(server, sources, versions),
  }
}

/**
 * The most precise finding of the worst severity. Findings that affect only development count if no other finding is
 * above low severity.
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

/**
 * An earlier scan may have missed the finding, because rules and advisories change. Only a later scan without it shows
 * that the version fixes it.
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

function unscannedVersion(
  server: RegistryServerRow,
  sources: readonly RegistrySourceRow[],
  versions: readonly ScannedVersion[],
): string | undefined {
  const [source, ...others] = sources.filter(({ type, goneAt }) => type === server.sourceType && goneAt === null)
  // With several packages of one type, the stored data does not show which one the score is from.
  if (others.length > 0 || server.grade === null) return undefined
  const current = source?.currentRevision ?? undefined
  const isScanned = versions.some(({ version }) => version === current)
  return current !== undefined && !isScanned && isNewer(server, current) ? current : undefined
}
