import type { Database } from '../../db/client.ts'
import { listAllFindings } from '../../db/scans/findings.ts'
import { type Acceptance, listAcceptances } from '../../db/github/acceptances.ts'
import type { GithubComparison } from '../../db/github/comparisons.ts'
import { findInventory } from '../../db/scans/inventories.ts'
import { findScanById, type ScanRow } from '../../db/scans/scans.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { LicenseCheck } from '../../../engine/model/license-policy.ts'
import type { Coverage, LostReading, ScanFailureCode } from '../../../engine/model/scan.ts'
import type { ProjectConfig } from '../../../engine/project-settings/project-config.ts'
import { noSettings, type SettingsFile } from '../../../engine/project-settings/settings-file.ts'
import {
  type TrustedSettings,
  trustOfPullRequest,
  trustWholly,
} from '../../../engine/project-settings/trusted-settings.ts'
import { compareReadings } from '../../scans/compare-readings.ts'
import { addedCapabilities } from '../../../engine/scanner/added-capabilities.ts'
import { licenseFindings } from '../../../engine/scanner/license-findings.ts'
import { judgeTrusting, type TrustingJudgement } from '../../../engine/scanner/judge-trusting.ts'
import { unknownReading } from '../../../engine/scanner/reading-comparison.ts'
import { knownOtherwise } from './known-otherwise.ts'

/** A completed scan. */
export type CompletedScan = ScanRow & { readonly coverage: Coverage }

/** Result of a check's scan, including all settings that are trusted for this change. */
export interface JudgedCheck {
  readonly trusted: TrustedSettings
  readonly judgement: TrustingJudgement
  /** The scan of the base. Undefined if no completed one exists. */
  readonly base: ScanRow | undefined
  /** Findings of the base that are gone in the head. */
  readonly fixed: readonly Finding[]
  /** Files that were readable in the base and are no longer readable in the head. */
  readonly lost: readonly LostReading[]
  /** Coverage gaps, as sentences. Includes a comparison that was requested but not possible. */
  readonly gaps: readonly string[]
}

export function isCompleted(scan: ScanRow): scan is CompletedScan {
  return scan.status === 'completed' && scan.coverage !== null
}

/**
 * Failures caused by a commit's content. Outages, invalid server responses, time limits, and lost workers are not
 * included, because the commit may not be their cause.
 */
const failuresOfContent: ReadonlySet<string> = new Set<ScanFailureCode>(['SOURCE_TOO_LARGE', 'SOURCE_HOSTILE'])

/**
 * Reports whether a scan failed because of the commit's content, although the base could be scanned. Such a change
 * could hide any problem.
 */
export async function isUnreadableByChange(
  db: Database,
  { baseScanId }: Pick<JudgedComparison, 'baseScanId'>,
  { errorCode }: Pick<ScanRow, 'errorCode'>,
): Promise<boolean> {
  if (errorCode === null || !failuresOfContent.has(errorCode) || baseScanId === null) return false
  return (await findScanById(db, baseScanId))?.status === 'completed'
}

/** The parts of a comparison that affect its result. */
export type JudgedComparison = Pick<
  GithubComparison,
  'cause' | 'isFork' | 'authorMayWrite' | 'baseSha' | 'baseScanId' | 'host' | 'repositoryId' | 'pullNumber' | 'baseRef'
>

/** @param settingsOfBase Reads the settings of the base branch. Called only if they are needed. */
export async function judgeCheck(
  db: Database,
  check: JudgedComparison,
  scan: CompletedScan,
  settingsOfBase: () => Promise<SettingsFile>,
): Promise<JudgedCheck> {
  const compared = check.baseScanId === null ? undefined : await findScanById(db, check.baseScanId)
  const base = compared?.status === 'completed' ? compared : undefined
  const storedBefore = base && (await listAllFindings(db, base.id, ['new', 'existing']))
  const head = wordOf(scan)
  // A separately requested commit from a fork is treated like a pull request.
  const isPullRequest = check.cause === 'pull_request' || check.cause === 'merge_group' || check.isFork
  const own = isPullRequest
    ? trustOfPullRequest({
        base: await settingsOfBase(),
        head: head.file,
        authorMayWrite: check.authorMayWrite,
        isFromFork: check.isFork,
      })
    : trustWholly(head.file)
  const trusted = own.file.accept?.comments === true ? withAccepted(own, await acceptedIn(db, check)) : own
  const missing = isPullRequest && !base ? missingBase(check, compared) : undefined
  const storedAfter = await listAllFindings(db, scan.id, ['new', 'existing'])
  // The license policy of the base branch applies to both scans, so that only the change can add findings.
  const licenses = trusted.file.licenses && new LicenseCheck(trusted.file.licenses)
  const before = base && storedBefore && [...storedBefore, ...(await licensesOf(db, licenses, base))]
  const after = [...storedAfter, ...(await licensesOf(db, licenses, scan))]
  const otherwise =
    base && storedBefore
      ? await knownOtherwise(db, { scan: base, findings: storedBefore }, { scan, findings: storedAfter })
      : new Set<Finding>()
  const found = withStates(after, missing === undefined ? before : 'unknown', otherwise)
  const readings = base && (await compareReadings(db, base, { scanId: scan.id }))
  const lost = readings?.reading === 'compared' ? readings.lost : []
  const gaps = [
    ...(missing === undefined ? [] : [missing]),
    ...scan.coverage.gaps,
    ...(readings?.reading === 'unknown' && scan.coverage.gaps.length > 0 ? [unknownReading] : []),
  ]
  const judgement = judgeTrusting(found, {
    trusted,
    inline: head.inline,
    now: scan.completedAt ?? new Date(),
    gaps,
    onlyNew: base !== undefined || missing !== undefined,
    isReadingLost: lost.length > 0,
    addedCapabilities: addedCapabilities(trusted.file.failOnCapabilities ?? [], {
      before: base?.tools ?? undefined,
      ...(scan.tools && { after: scan.tools }),
    }),
  })
  return {
    trusted,
    judgement,
    base,
    lost,
    fixed: before
      ? fixedBetween(before, found)
          .filter((finding) => !otherwise.has(finding))
          .map((finding) => ({ ...finding, state: 'fixed' }))
      : [],
    gaps,
  }
}

/**
 * Returns the findings accepted in the pull request with this base. For a merge queue, returns the findings accepted in
 * all pull requests into its base branch.
 */
async function acceptedIn(db: Database, check: JudgedComparison): Promise<Acceptance[]> {
  const { cause, host, repositoryId, pullNumber, baseRef } = check
  const now = new Date()
  if (cause === 'merge_group') return listAcceptances(db, { host, repositoryId, baseRef }, now)
  return pullNumber === null ? [] : listAcceptances(db, { host, repositoryId, baseRef, pullNumber }, now)
}

function withAccepted(trusted: TrustedSettings, acceptances: readonly Acceptance[]): TrustedSettings {
  const accepted = acceptances.map(({ fingerprint, reason, person, expiresAt }) => ({
    by: `@${person}`,
    fingerprint,
    reason,
    expires: expiresAt.toISOString(),
  }))
  return {
    ...trusted,
    suppressions: [...trusted.suppressions, ...accepted],
    added: [...trusted.added, ...accepted],
  }
}

/** Returns the license findings of a scan's components. */
async function licensesOf(
  db: Database,
  licenses: LicenseCheck | undefined,
  { inventoryDigest, completedAt }: Pick<ScanRow, 'completedAt' | 'inventoryDigest'>,
): Promise<Finding[]> {
  if (licenses === undefined || inventoryDigest === null) return []
  const components = (await findInventory(db, inventoryDigest)) ?? []
  return licenseFindings(licenses, { components, now: completedAt ?? new Date() })
}

/**
 * Returns the reason why a pull request's base is unknown. Undefined if it has no base, or if the base has nothing to
 * scan; all findings are then new.
 */
function missingBase(
  { baseSha }: Pick<JudgedComparison, 'baseSha'>,
  compared: ScanRow | undefined,
): string | undefined {
  if (baseSha === null || compared?.errorCode === 'NOTHING_TO_SCAN') return undefined
  return (
    'The base commit could not be scanned, so Assay cannot determine which findings are new: ' +
    `${compared?.errorMessage ?? 'its scan no longer exists.'}`
  )
}

/**
 * Sets the states of findings. Only findings added by the change are new. The states stored with the scan are less
 * reliable, because they depend on the URL, which changes when the repository is renamed. If the base is unknown, no
 * finding is new.
 */
function withStates(
  found: readonly Finding[],
  before: readonly Finding[] | 'unknown' | undefined,
  otherwise: ReadonlySet<Finding>,
): readonly Finding[] {
  if (before === undefined) return found.map((finding) => ({ ...finding, state: 'new' }))
  const known = before === 'unknown' ? undefined : new Set(before.map(({ fingerprint }) => fingerprint))
  return found.map((finding) => ({
    ...finding,
    state: !known || known.has(finding.fingerprint) || otherwise.has(finding) ? 'existing' : 'new',
  }))
}

function fixedBetween(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const still = new Set(after.map(({ fingerprint }) => fingerprint))
  return before.filter(({ fingerprint }) => !still.has(fingerprint))
}

/** Returns the project's settings at the time of the scan. Empty if they were not read. */
function wordOf({ projectConfig }: ScanRow): ProjectConfig {
  return (projectConfig as ProjectConfig | null) ?? { file: noSettings, inline: { suppressions: [], mistakes: [] } }
}
