import type { Database } from '../../db/client.ts'
import { listAllFindings } from '../../db/scans/findings.ts'
import type { GithubComparison } from '../../db/github/comparisons.ts'
import { findScanById, type ScanRow } from '../../db/scans/scans.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import type { Coverage, LostReading, ScanFailureCode } from '../../../engine/model/scan.ts'
import type { ProjectConfig } from '../../../engine/project-settings/project-config.ts'
import { noSettings, type SettingsFile } from '../../../engine/project-settings/settings-file.ts'
import {
  type TrustedSettings,
  trustOfPullRequest,
  trustWholly,
} from '../../../engine/project-settings/trusted-settings.ts'
import { compareReadings, unknownReading } from '../../scans/compare-readings.ts'
import { judgeTrusting, type TrustingJudgement } from '../../../engine/scanner/judge-trusting.ts'
import { knownOtherwise } from './known-otherwise.ts'

/** A scan that has results. */
export type CompletedScan = ScanRow & { readonly coverage: Coverage }

/** What the scan of a check means for whoever trusts the repository as far as this change may be trusted. */
export interface JudgedCheck {
  readonly trusted: TrustedSettings
  readonly judgement: TrustingJudgement
  /** The scan that was compared with; absent when there was none that completed. */
  readonly base: ScanRow | undefined
  /** Findings of the base that the head has no more. */
  readonly fixed: readonly Finding[]
  /** What the base could read and the head could not, because of the change. */
  readonly lost: readonly LostReading[]
  /** What was not seen, as sentences; also that a comparison was wanted and could not be made. */
  readonly gaps: readonly string[]
}

export function isCompleted(scan: ScanRow): scan is CompletedScan {
  return scan.status === 'completed' && scan.coverage !== null
}

/**
 * Failures that the content of a commit causes. An outage, a broken answer of the server, the time limit of a scan, and
 * a lost worker may be ours.
 */
const failuresOfContent: ReadonlySet<string> = new Set<ScanFailureCode>(['SOURCE_TOO_LARGE', 'SOURCE_HOSTILE'])

/**
 * Whether a scan failed because of what the commit contains although the commit that it is compared with could be
 * scanned: the change can hide anything.
 */
export async function isUnreadableByChange(
  db: Database,
  { baseScanId }: Pick<JudgedComparison, 'baseScanId'>,
  { errorCode }: Pick<ScanRow, 'errorCode'>,
): Promise<boolean> {
  if (errorCode === null || !failuresOfContent.has(errorCode) || baseScanId === null) return false
  return (await findScanById(db, baseScanId))?.status === 'completed'
}

/** The parts of a comparison that its judgement depends on. */
export type JudgedComparison = Pick<GithubComparison, 'cause' | 'isFork' | 'authorMayWrite' | 'baseSha' | 'baseScanId'>

/** @param settingsOfBase reads the settings of the branch that the check is for; asked only when they decide */
export async function judgeCheck(
  db: Database,
  check: JudgedComparison,
  scan: CompletedScan,
  settingsOfBase: () => Promise<SettingsFile>,
): Promise<JudgedCheck> {
  const compared = check.baseScanId === null ? undefined : await findScanById(db, check.baseScanId)
  const base = compared?.status === 'completed' ? compared : undefined
  const before = base && (await listAllFindings(db, base.id, ['new', 'existing']))
  const head = wordOf(scan)
  // A commit of a fork that is asked for by itself is proposed like any other.
  const isPullRequest = check.cause === 'pull_request' || check.cause === 'merge_group' || check.isFork
  const trusted = isPullRequest
    ? trustOfPullRequest({
        base: await settingsOfBase(),
        head: head.file,
        authorMayWrite: check.authorMayWrite,
        isFromFork: check.isFork,
      })
    : trustWholly(head.file)
  const missing = isPullRequest && !base ? missingBase(check, compared) : undefined
  const after = await listAllFindings(db, scan.id, ['new', 'existing'])
  const otherwise =
    base && before
      ? await knownOtherwise(db, { scan: base, findings: before }, { scan, findings: after })
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
 * Why nothing is known of what a pull request is compared with; undefined where it has nothing in it, so that all is
 * new.
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
 * Only what the change brings is new. The states of the scan itself say less: they go by the address, which a rename
 * changes. Of what is not known nothing is called new.
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

/** What the project said of itself when it was scanned; nothing where that was not read. */
function wordOf({ projectConfig }: ScanRow): ProjectConfig {
  return (projectConfig as ProjectConfig | null) ?? { file: noSettings, inline: { suppressions: [], mistakes: [] } }
}
