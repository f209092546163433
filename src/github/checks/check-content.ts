import { hash } from 'node:crypto'
import type { GithubCheck } from '../../db/github-checks.ts'
import { findScanById, type ScanRow } from '../../db/scans.ts'
import type { ScanStage } from '../../model/scan.ts'
import type { SettingsFile } from '../../project-settings/settings-file.ts'
import type { Annotation } from '../../reports/check-run/annotations.ts'
import { type CheckRunInput, defaultReportOn } from '../../reports/check-run/check-run-input.ts'
import { checkRunTexts } from '../../reports/check-run/check-run.ts'
import { defaultFailOn } from '../../scan/judge-trusting.ts'
import { reportUrlOf } from '../../scan/report-url.ts'
import type { GitHubContext } from '../github-event.ts'
import { changesOfScans } from './change-list.ts'
import { isUploaded } from './code-scanning.ts'
import { isCompleted, judgeCheck } from './judge-check.ts'

/** What GitHub should show of a check now. */
export interface CheckContent {
  readonly status: 'queued' | 'in_progress' | 'completed'
  readonly conclusion?: 'success' | 'failure' | 'neutral'
  readonly output: { readonly title: string; readonly summary: string }
  /** In the sizes of requests. */
  readonly annotations: readonly (readonly Annotation[])[]
  readonly detailsUrl?: string
  /** The scan whose findings go to code scanning too. */
  readonly uploadedScanId?: string
}

/** What `told_digest` keeps of what GitHub was told, so that nothing is told twice. */
export function digestOf(content: CheckContent): string {
  return hash('sha256', JSON.stringify(content), 'base64url')
}

/** @param settingsOfBase reads the settings of the branch that the check is for; asked only when they decide */
export async function checkContent(context: Pick<GitHubContext, 'db' | 'publicUrl'>, check: GithubCheck, settingsOfBase: () => Promise<SettingsFile>): Promise<CheckContent> {
  const scan = check.headScanId === null ? undefined : await findScanById(context.db, check.headScanId)
  const detailsUrl = scan && reportUrlOf(context.publicUrl, scan.id)
  switch (check.state) {
    case 'queued':
      return underWay('queued', 'Waiting for its turn', detailsUrl)
    case 'scanning-base':
      return underWay('in_progress', 'Scanning the commit with which this is compared', detailsUrl)
    case 'scanning-head':
      return underWay(scan?.status === 'pending' ? 'queued' : 'in_progress', scan ? stages[scan.stage] : 'Waiting for its turn', detailsUrl)
    case 'superseded':
    case 'abandoned': {
      const because = check.endedBecause ?? 'It was ended before the scan was done.'
      return { status: 'completed', conclusion: 'neutral', output: { title: because.slice(0, 200), summary: because }, annotations: [], ...(detailsUrl && { detailsUrl }) }
    }
    case 'completed': {
      const { goesToCodeScanning, ...input } = await inputOf(context, check, scan, settingsOfBase)
      const { annotations, conclusion, title, summary } = checkRunTexts(input)
      return { status: 'completed', conclusion, output: { title, summary }, annotations: annotations.batches, ...(detailsUrl && { detailsUrl }), ...(goesToCodeScanning && scan && { uploadedScanId: scan.id }) }
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
async function inputOf({ db, publicUrl }: Pick<GitHubContext, 'db' | 'publicUrl'>, check: GithubCheck, scan: ScanRow | undefined, settingsOfBase: () => Promise<SettingsFile>): Promise<CheckRunInput & { readonly goesToCodeScanning?: boolean }> {
  const nothing = { findings: [], isCompared: false, gaps: [], failOn: defaultFailOn, reportOn: defaultReportOn, changedLines: new Map() }
  if (!scan) return { ...nothing, verdict: 'error', reason: 'The scan was removed before it could be told.' }
  const reportUrl = reportUrlOf(publicUrl, scan.id)
  if (!isCompleted(scan)) return { ...nothing, verdict: scan.verdict ?? 'error', reason: scan.errorMessage ?? 'The scan did not come to an end.', reportUrl }
  const { trusted, judgement, base, fixed, gaps } = await judgeCheck(db, check, scan, settingsOfBase)
  const { verdict, results, findings, projectSettings } = judgement
  return {
    verdict,
    results,
    findings: [...findings, ...fixed],
    isCompared: base !== undefined || findings.some(({ state }) => state === 'existing'),
    gaps,
    failOn: trusted.file.failOn ?? defaultFailOn,
    // A program that moves versions is told what fails, and no more.
    reportOn: check.isQuiet ? (trusted.file.failOn ?? defaultFailOn) : (trusted.file.reportOn ?? defaultReportOn),
    settings: projectSettings,
    toolChanges: base && (await changesOfScans(db, base, scan)),
    changedLines: new Map(check.changedLines ?? []),
    reportUrl,
    goesToCodeScanning: isUploaded(check, trusted, judgement),
  }
}
