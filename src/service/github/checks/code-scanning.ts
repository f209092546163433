import { findPlacedCheck } from '../../db/github/checks.ts'
import type { GithubComparison } from '../../db/github/comparisons.ts'
import { findScanById } from '../../db/scans/scans.ts'
import { detectors } from '../../../engine/rules/catalogue.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { codeScanningLimits } from './code-scanning-limits.ts'
import { assay } from '../../../engine/model/product.ts'
import { fittedSarif } from '../../../engine/reports/fitted-sarif.ts'
import { sarifLog } from '../../../engine/reports/sarif.ts'
import type { GitHubContext } from '../github-event.ts'
import { tokenRights } from '../permissions.ts'
import { baseSettings } from './base-settings.ts'
import { comparisonsOfCheck } from './comparisons-of-check.ts'
import { githubProblem } from './github-problem.ts'
import { installedAt } from './installed-at.ts'
import { type CompletedScan, isCompleted, type JudgedCheck, judgeCheck } from './judge-check.ts'
import { withRepositoryToken } from './with-repository-token.ts'

const rules = detectors.flatMap((detector) => detector.rules)

/**
 * Returns the ref under which code scanning stores a check's findings, or undefined if they are not uploaded: GitHub
 * rejects uploads for pull requests from forks, and merge queue branches are short-lived.
 */
export function codeScanningRef({
  cause,
  pullNumber,
  isFork,
  baseRef,
}: Pick<GithubComparison, 'cause' | 'pullNumber' | 'isFork' | 'baseRef'>): string | undefined {
  if (isFork) return undefined
  if (cause === 'push') return `refs/heads/${baseRef}`
  return cause === 'pull_request' && pullNumber !== null ? `refs/pull/${pullNumber}/head` : undefined
}

/**
 * Reports whether findings are uploaded to code scanning. Incomplete scans are not uploaded, because code scanning
 * treats missing findings as fixed.
 */
export function isUploaded(
  check: Pick<GithubComparison, 'cause' | 'pullNumber' | 'isFork' | 'baseRef'>,
  trusted: JudgedCheck['trusted'],
  { results }: JudgedCheck['judgement'],
): boolean {
  return trusted.file.codeScanning === true && !results.partial && codeScanningRef(check) !== undefined
}

/**
 * Job handler: uploads the findings of a commit's check to code scanning, if the settings enable it and the owner has
 * granted the permission. A rejection, for example because the repository has no code scanning, is only logged, because
 * the check run already contains all results.
 */
export async function uploadToCodeScanning(
  context: GitHubContext,
  { checkId, scanId }: { checkId: string; scanId: string },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { db, clients, queue, log, publicUrl } = context
  const placed = await findPlacedCheck(db, checkId)
  const check = placed?.check
  // A restarted comparison has a different scan and a separate upload.
  const comparison = check && (await comparisonsOfCheck(db, check)).find(({ headScanId }) => headScanId === scanId)
  const ref = comparison && codeScanningRef(comparison)
  const scan = comparison && (await findScanById(db, scanId))
  const installed = placed && installedAt(placed)
  if (!check || !comparison || ref === undefined || !scan || !isCompleted(scan) || !installed) return
  try {
    const { trusted, judgement } = await judgeCheck(db, comparison, scan, () =>
      baseSettings(context, installed, comparison.baseRef, signal),
    )
    if (!isUploaded(comparison, trusted, judgement)) return
    const upload = {
      commit_sha: check.headSha,
      ref,
      sarif: await sarifToUpload(scan, judgement.findings, publicUrl),
      started_at: (scan.startedAt ?? scan.createdAt).toISOString(),
      tool_name: assay.name,
    }
    await withRepositoryToken(clients, installed, tokenRights.uploadCodeScanning, signal, (octokit, at) =>
      octokit.rest.codeScanning.uploadSarif({ ...at, ...upload }),
    )
  } catch (error) {
    const problem = githubProblem(error)
    if (problem?.kind === 'limited')
      return queue.enqueue(db, 'upload-code-scanning', { checkId, scanId }, { startAfter: problem.until })
    if (problem?.kind !== 'gone' && problem?.kind !== 'refused') throw error
    log.warn({ err: error, checkId }, 'code scanning upload rejected')
  }
}

/** Returns a scan's open findings as a SARIF file, compressed with gzip and encoded in Base64. */
export async function sarifToUpload(
  { id, source, coverage }: Pick<CompletedScan, 'id' | 'coverage' | 'source'>,
  findings: readonly Finding[],
  homepage: string,
): Promise<string> {
  const open = findings.filter(({ state }) => state === 'new' || state === 'existing')
  const { gaps, components } = coverage
  const log = sarifLog([{ id, source: source ?? undefined, findings: open, gaps, resolvedAt: components.resolvedAt }], {
    rules,
    tool: { ...assay, homepage },
  })
  return (await fittedSarif(log, codeScanningLimits)).content
}
