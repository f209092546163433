import { listAllFindings } from '../../db/findings.ts'
import type { GithubCheck } from '../../db/github-checks.ts'
import { findScanById, type ScanRow } from '../../db/scans.ts'
import type { Finding } from '../../model/finding.ts'
import type { ScanStage } from '../../model/scan.ts'
import type { ProjectWord } from '../../project-settings/project-word.ts'
import { noSettings, type SettingsFile } from '../../project-settings/settings-file.ts'
import { trustOfPullRequest, trustWholly } from '../../project-settings/trusted-settings.ts'
import type { Annotation } from '../../reports/check-run/annotations.ts'
import { type CheckRunInput, defaultReportOn } from '../../reports/check-run/check-run-input.ts'
import { checkRunTexts } from '../../reports/check-run/check-run.ts'
import { defaultFailOn, judgeTrusting } from '../../scan/judge-trusting.ts'
import { reportUrlOf } from '../../scan/report-url.ts'
import type { GitHubContext } from '../github-event.ts'

/** What GitHub should show of a check now. */
export interface CheckContent {
  readonly status: 'queued' | 'in_progress' | 'completed'
  readonly conclusion?: 'success' | 'failure' | 'neutral'
  readonly output: { readonly title: string; readonly summary: string }
  /** In the sizes of requests. */
  readonly annotations: readonly (readonly Annotation[])[]
  readonly detailsUrl?: string
}

/** @param settingsOfBase reads the settings of the branch that the check is for; asked only when they decide */
export async function checkContent(context: Pick<GitHubContext, 'db' | 'publicUrl'>, check: GithubCheck, settingsOfBase: () => Promise<SettingsFile>): Promise<CheckContent> {
  const scan = check.headScanId === null ? undefined : await findScanById(context.db, check.headScanId)
  const detailsUrl = scan && reportUrlOf(context.publicUrl, scan.id)
  switch (check.state) {
    case 'queued':
      return underWay('queued', 'Waiting for its turn', detailsUrl)
    case 'scanning-base':
      return underWay('in_progress', `Scanning ${check.baseSha?.slice(0, 10) ?? ''}, with which this is compared`, detailsUrl)
    case 'scanning-head':
      return underWay(scan?.status === 'pending' ? 'queued' : 'in_progress', scan ? stages[scan.stage] : 'Waiting for its turn', detailsUrl)
    case 'superseded':
    case 'abandoned': {
      const because = check.endedBecause ?? 'It was ended before the scan was done.'
      return { status: 'completed', conclusion: 'neutral', output: { title: because.slice(0, 200), summary: because }, annotations: [], ...(detailsUrl && { detailsUrl }) }
    }
    case 'completed': {
      const { annotations, conclusion, title, summary } = checkRunTexts(await inputOf(context, check, scan, settingsOfBase))
      return { status: 'completed', conclusion, output: { title, summary }, annotations: annotations.batches, ...(detailsUrl && { detailsUrl }) }
    }
  }
}

const stages: Readonly<Record<ScanStage, string>> = {
  queued: 'Waiting for its turn',
  source: 'Reading the source',
  components: 'Listing what it depends on',
  code: 'Reading the code',
  advisories: 'Consulting advisories',
  detectors: 'Looking for problems',
  finished: 'Finishing',
}

function underWay(status: 'queued' | 'in_progress', title: string, detailsUrl: string | undefined): CheckContent {
  return { status, output: { title, summary: `${title}.` }, annotations: [], ...(detailsUrl && { detailsUrl }) }
}

/** What a scan that has ended means for whoever trusts the repository as far as this change may be trusted. */
async function inputOf({ db, publicUrl }: Pick<GitHubContext, 'db' | 'publicUrl'>, check: GithubCheck, scan: ScanRow | undefined, settingsOfBase: () => Promise<SettingsFile>): Promise<CheckRunInput> {
  const nothing = { findings: [], isCompared: false, gaps: [], failOn: defaultFailOn, reportOn: defaultReportOn, changedLines: new Map() }
  if (!scan) return { ...nothing, verdict: 'error', reason: 'The scan was removed before it could be told.' }
  const reportUrl = reportUrlOf(publicUrl, scan.id)
  if (scan.status !== 'completed' || !scan.coverage) return { ...nothing, verdict: scan.verdict ?? 'error', reason: scan.errorMessage ?? 'The scan did not come to an end.', reportUrl }
  const base = check.baseScanId === null ? undefined : await findScanById(db, check.baseScanId)
  const isCompared = base?.status === 'completed'
  const found = await listAllFindings(db, scan.id, ['new', 'existing'])
  const head = wordOf(scan)
  const isPullRequest = check.cause === 'pull_request' || check.cause === 'merge_group'
  const trusted = isPullRequest
    ? trustOfPullRequest({ base: await settingsOfBase(), head: head.file, authorMayWrite: check.authorMayWrite, isFromFork: check.isFork })
    : trustWholly(head.file)
  const { gaps } = scan.coverage
  const { findings, results, verdict, projectSettings } = judgeTrusting(found, { trusted, inline: head.inline, now: scan.completedAt ?? new Date(), gaps, onlyNew: isCompared })
  return {
    verdict,
    results,
    findings: [...findings, ...(isCompared ? fixedBetween(await listAllFindings(db, base.id, ['new', 'existing']), found) : [])],
    isCompared,
    gaps,
    failOn: trusted.file.failOn ?? defaultFailOn,
    // A program that moves versions is told what fails, and no more.
    reportOn: check.isQuiet ? (trusted.file.failOn ?? defaultFailOn) : (trusted.file.reportOn ?? defaultReportOn),
    settings: projectSettings,
    changedLines: new Map(check.changedLines ?? []),
    reportUrl,
  }
}

/** Findings of the base that the head has no more. */
function fixedBetween(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const still = new Set(after.map(({ fingerprint }) => fingerprint))
  return before.filter(({ fingerprint }) => !still.has(fingerprint)).map((finding) => ({ ...finding, state: 'fixed' }))
}

/** What the project said of itself when it was scanned; nothing where that was not read. */
function wordOf({ projectWord }: ScanRow): ProjectWord {
  return (projectWord as ProjectWord | null) ?? { file: noSettings, inline: { suppressions: [], mistakes: [] } }
}
