import { hash } from 'node:crypto'
import type { GithubComparison } from '../../db/github/comparisons.ts'
import { findScanById, type ScanRow } from '../../db/scans/scans.ts'
import type { ScanStage } from '../../../engine/model/scan.ts'
import type { SettingsFile } from '../../../engine/project-settings/settings-file.ts'
import type { CommentMode } from '../../../engine/project-settings/settings-shape.ts'
import type { Annotation } from '../../../engine/reports/check-run/annotations.ts'
import {
  type CheckRunInput,
  defaultReportOn,
  type SummaryLinks,
} from '../../../engine/reports/check-run/check-run-input.ts'
import { checkRunTexts } from '../../../engine/reports/check-run/check-run.ts'
import { type ComparedTexts, joinTexts } from '../../../engine/reports/check-run/joined-texts.ts'
import { markdownText } from '../../../engine/reports/check-run/markdown.ts'
import { joinSections, wholeSection } from '../../../engine/reports/check-run/section.ts'
import { defaultFailOn } from '../../../engine/scanner/judge-trusting.ts'
import { reportUrlOf } from '../../scans/report-url.ts'
import type { GitHubContext } from '../github-event.ts'
import { changesOfScans } from './change-list.ts'
import type { CheckReads } from './check-reads.ts'
import { isUploaded } from './code-scanning.ts'
import { countingComparisons, isFinished, slowest } from './counting-comparisons.ts'
import { isCompleted, isUnreadableByChange, judgeCheck } from './judge-check.ts'
import { readFixes } from './read-fixes.ts'

export interface CheckContent {
  readonly status: 'queued' | 'in_progress' | 'completed'
  readonly conclusion?: 'success' | 'failure' | 'neutral'
  readonly output: { readonly title: string; readonly summary: string }
  /** Number of new findings that make the check fail. Not sent to GitHub. */
  readonly failingFindings?: number
  /** Annotations in batches, one per request. */
  readonly annotations: readonly (readonly Annotation[])[]
  readonly detailsUrl?: string
  /** Scans whose findings are also uploaded to code scanning. */
  readonly uploadedScanIds?: readonly string[]
  /** True if the settings enable a comment or a review. */
  readonly hasPullNotes?: boolean
}

/** Returns the digest that is stored in `publishedDigest`, so that the same content is not sent twice. */
export function digestOf({ failingFindings: _failingFindings, ...shown }: CheckContent): string {
  return hash('sha256', JSON.stringify(shown), 'base64url')
}

type ContentContext = Pick<GitHubContext, 'db' | 'publicUrl'>

/** Returns the progress of the slowest comparison, or all outcomes if every comparison is finished. */
export async function checkContent(
  context: ContentContext,
  comparisons: readonly GithubComparison[],
  reads: CheckReads,
): Promise<CheckContent> {
  const counting = countingComparisons(comparisons)
  const waitedFor = slowest(counting)
  if (waitedFor && !isFinished(waitedFor)) return stageOf(context, counting, waitedFor)
  if (counting.length === 0) {
    const content = withoutResult(
      comparisons.findLast(({ endedBecause }) => endedBecause !== null)?.endedBecause,
      undefined,
    )
    return { ...content, output: { ...content.output, summary: `${content.output.summary} ${unchecked}` } }
  }
  const parts: (Outcome & { readonly label: string })[] = []
  for (const comparison of counting)
    parts.push({ ...(await outcomeOf(context, comparison, reads)), label: labelOf(comparison) })
  const [only] = parts
  if (parts.length === 1 && only) {
    const { label: _label, summaryWithin: _summaryWithin, ...content } = only
    return content
  }
  const joined = joinTexts(
    parts.map(({ label, conclusion = 'neutral', output: { title }, summaryWithin, annotations }): ComparedTexts => ({
      label,
      conclusion,
      title,
      summaryWithin,
      annotations,
    })),
  )
  const worst = parts[joined.worst]
  const uploadedScanIds = parts.flatMap((part) => part.uploadedScanIds ?? [])
  return {
    status: 'completed',
    conclusion: joined.conclusion,
    output: { title: joined.title, summary: joined.summary },
    ...(worst?.failingFindings !== undefined && { failingFindings: worst.failingFindings }),
    annotations: joined.annotations,
    ...(worst?.detailsUrl && { detailsUrl: worst.detailsUrl }),
    ...(uploadedScanIds.length > 0 && { uploadedScanIds }),
    ...(parts.some(({ hasPullNotes }) => hasPullNotes) && { hasPullNotes: true }),
  }
}

const unchecked =
  'No other open pull request, push, or merge queue needs a check of this commit, so Assay reports no result. The ' +
  'check starts again when a result is needed, for example when the pull request is reopened.'

type Outcome = CheckContent & Pick<ComparedTexts, 'summaryWithin'>

/** Returns a plain-text name for a comparison in a check with several. */
function labelOf({ cause, pullNumber, baseRef }: GithubComparison): string {
  if (cause === 'pull_request') return `pull request #${pullNumber ?? 0} into ${baseRef}`
  return cause === 'merge_group' ? `merge queue of ${baseRef}` : `push to ${baseRef}`
}

async function stageOf(
  { db, publicUrl }: ContentContext,
  counting: readonly GithubComparison[],
  { state, baseScanId, headScanId }: GithubComparison,
): Promise<CheckContent> {
  const scan = headScanId === null ? undefined : await findScanById(db, headScanId)
  // A queued comparison has a scan only if that scan failed and will be repeated.
  const failed = state !== 'queued' ? undefined : baseScanId === null ? scan : await findScanById(db, baseScanId)
  const detailsUrl = scan && reportUrlOf(publicUrl, scan.id)
  const done = counting.filter(isFinished).length
  const title =
    state === 'queued'
      ? failed
        ? 'Waiting to repeat the scan'
        : 'Waiting in the queue'
      : state === 'scanning-base'
        ? 'Scanning the base commit'
        : scan
          ? stages[scan.stage]
          : 'Waiting in the queue'
  const isQueued = done === 0 && (state === 'queued' || (state === 'scanning-head' && scan?.status === 'pending'))
  return underWay(
    isQueued ? 'queued' : 'in_progress',
    counting.length === 1 ? title : `${done} of ${counting.length} comparisons finished: ${title}`,
    detailsUrl,
    failed && `The last scan failed: ${markdownText(failed.errorMessage ?? 'it did not finish.', 600)}`,
  )
}

async function outcomeOf(context: ContentContext, comparison: GithubComparison, reads: CheckReads): Promise<Outcome> {
  const scan = comparison.headScanId === null ? undefined : await findScanById(context.db, comparison.headScanId)
  const detailsUrl = scan && reportUrlOf(context.publicUrl, scan.id)
  if (comparison.state === 'abandoned') {
    const content = withoutResult(comparison.endedBecause, detailsUrl)
    return { ...content, summaryWithin: (bytes) => joinSections([wholeSection(content.output.summary)], bytes) }
  }
  const { input, goesToCodeScanning, wanted } = await inputOf(context, comparison, scan, reads)
  const { annotations, conclusion, failingFindings, title, summary, summaryWithin } = checkRunTexts(input)
  return {
    status: 'completed',
    conclusion,
    output: { title, summary },
    ...(conclusion === 'failure' && { failingFindings }),
    summaryWithin,
    annotations: annotations.batches,
    ...(detailsUrl && { detailsUrl }),
    ...(goesToCodeScanning && scan && { uploadedScanIds: [scan.id] }),
    ...(wanted && { hasPullNotes: true }),
  }
}

function withoutResult(endedBecause: string | null | undefined, detailsUrl: string | undefined): CheckContent {
  const because = endedBecause ?? 'The check ended before the scan finished.'
  return {
    status: 'completed',
    conclusion: 'neutral',
    output: { title: because.slice(0, 200), summary: because },
    annotations: [],
    ...(detailsUrl && { detailsUrl }),
  }
}

const stages: Readonly<Record<ScanStage, string>> = {
  queued: 'Waiting in the queue',
  source: 'Fetching the source',
  components: 'Resolving dependencies',
  code: 'Reading source files',
  advisories: 'Matching advisories',
  detectors: 'Running detectors',
  finished: 'Finishing',
}

function underWay(
  status: 'queued' | 'in_progress',
  title: string,
  detailsUrl: string | undefined,
  reason: string | undefined,
): CheckContent {
  const summary = `${title}.${reason === undefined ? '' : ` ${reason}`}`
  return { status, output: { title, summary }, annotations: [], ...(detailsUrl && { detailsUrl }) }
}

/** Comment and review enabled by the base branch's settings for a pull request. */
export interface WantedNotes {
  readonly comment: Exclude<CommentMode, 'off'> | undefined
  readonly reviews: boolean
}

/** Input for the check run of a comparison, and for its comment and review. */
export interface ComparisonResult {
  readonly input: CheckRunInput
  readonly goesToCodeScanning?: boolean
  /** Undefined if the settings enable neither a comment nor a review, or if the app lacks the permission. */
  readonly wanted?: WantedNotes
}

export async function resultOfComparison(
  context: ContentContext,
  comparison: GithubComparison,
  reads: CheckReads,
): Promise<ComparisonResult> {
  const scan = comparison.headScanId === null ? undefined : await findScanById(context.db, comparison.headScanId)
  return inputOf(context, comparison, scan, reads)
}

/** Returns the check run input of a finished scan. Applies only settings that are trusted for this change. */
async function inputOf(
  { db, publicUrl }: ContentContext,
  comparison: GithubComparison,
  scan: ScanRow | undefined,
  reads: CheckReads,
): Promise<ComparisonResult> {
  const nothing = {
    findings: [],
    isCompared: false,
    gaps: [],
    failOn: defaultFailOn,
    reportOn: defaultReportOn,
    changedLines: new Map(),
  }
  if (!scan)
    return {
      input: { ...nothing, verdict: 'error', reason: 'The scan was removed before the check could report its result.' },
    }
  const links = linksOf(publicUrl, scan)
  if (!isCompleted(scan))
    return {
      input: {
        ...nothing,
        verdict: (await isUnreadableByChange(db, comparison, scan)) ? 'fail' : (scan.verdict ?? 'error'),
        reason: scan.errorMessage ?? 'The scan did not finish.',
        links,
      },
    }
  const { trusted, judgement, base, fixed, lost, gaps } = await judgeCheck(db, comparison, scan, () =>
    reads.settingsOfBase(comparison.baseRef),
  )
  const { verdict, results, findings, projectSettings } = judgement
  const changedLines = new Map(comparison.changedLines ?? [])
  const asked = wantedNotes(comparison, trusted.file)
  const mayWrite = asked === undefined || (await reads.mayWritePulls())
  const input: CheckRunInput = {
    verdict,
    results,
    findings: [...findings, ...fixed],
    isCompared: base !== undefined || findings.some(({ state }) => state === 'existing'),
    gaps,
    lost,
    failOn: trusted.file.failOn ?? defaultFailOn,
    onlyReachable: trusted.file.onlyReachable,
    // Version updates by bots are annotated only with findings that fail the check.
    reportOn: comparison.isQuiet ? (trusted.file.failOn ?? defaultFailOn) : (trusted.file.reportOn ?? defaultReportOn),
    settings: projectSettings,
    acceptsByComment: comparison.cause === 'pull_request' && trusted.file.accept?.comments === true,
    changes: base && (await changesOfScans(db, base, scan)),
    changedLines,
    fixes: await readFixes(findings, changedLines, reads.readFile),
    ...(!mayWrite && { notes: [missingPermission] }),
    links,
  }
  return {
    input,
    goesToCodeScanning: isUploaded(comparison, trusted, judgement),
    ...(asked && mayWrite && { wanted: asked }),
  }
}

const missingPermission =
  'The settings ask for a comment or a review, but the app does not have the permission "Pull requests: read and ' +
  'write" in this repository.'

/** Returns the comment and review to write. Only open pull requests get them. */
function wantedNotes(
  { cause, lifecycle }: GithubComparison,
  { comment = 'off', reviews = false }: Pick<SettingsFile, 'comment' | 'reviews'>,
): WantedNotes | undefined {
  if (cause !== 'pull_request' || lifecycle !== 'open' || (comment === 'off' && !reviews)) return undefined
  return { comment: comment === 'off' ? undefined : comment, reviews }
}

/** Returns links to the report, to the files at the scanned commit, and to the rules. */
function linksOf(publicUrl: string, { id, source, canonicalUrl, target }: ScanRow): SummaryLinks {
  const repository = source?.canonicalUrl ?? canonicalUrl
  const commit = source?.revision ?? (target.type === 'git' ? target.ref : undefined)
  return {
    reportUrl: reportUrlOf(publicUrl, id),
    rulesUrl: `${publicUrl}/rules`,
    ...(repository !== null &&
      commit !== undefined && { filesUrl: `${repository.replace(/\.git$/, '')}/blob/${commit}` }),
  }
}
