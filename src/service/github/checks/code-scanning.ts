import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { findPlacedCheck } from '../../db/github/checks.ts'
import type { GithubComparison } from '../../db/github/comparisons.ts'
import { findScanById } from '../../db/scans/scans.ts'
import { detectors } from '../../../engine/rules/catalogue.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { codeScanningLimits } from './code-scanning-limits.ts'
import { assay } from '../../../engine/model/product.ts'
import { compareSeverity } from '../../../engine/model/severity.ts'
import { sarifLog } from '../../../engine/reports/sarif.ts'
import type { GitHubContext } from '../github-event.ts'
import { tokenRights } from '../permissions.ts'
import { baseSettings } from './base-settings.ts'
import { comparisonsOfCheck } from './comparisons-of-check.ts'
import { githubProblem } from './github-problem.ts'
import { installedAt } from './installed-at.ts'
import { type CompletedScan, isCompleted, type JudgedCheck, judgeCheck } from './judge-check.ts'
import { withRepositoryToken } from './with-repository-token.ts'

const compressed = promisify(gzip)
const rules = detectors.flatMap((detector) => detector.rules)

/**
 * The name under which code scanning keeps the findings of a check; undefined where it keeps none: GitHub takes nothing
 * for pull requests of forks, and the branches of merge queues are gone before anybody could look.
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
 * Whether findings go to code scanning. Those of a scan that did not see everything do not: code scanning takes for
 * fixed what an upload has no more.
 */
export function isUploaded(
  check: Pick<GithubComparison, 'cause' | 'pullNumber' | 'isFork' | 'baseRef'>,
  trusted: JudgedCheck['trusted'],
  { results }: JudgedCheck['judgement'],
): boolean {
  return trusted.file.codeScanning === true && !results.partial && codeScanningRef(check) !== undefined
}

/**
 * A job: uploads what the check of a commit found to code scanning, where the settings want it and the owner gave the
 * app the right; without it nothing happens. A refusal, such as of a repository without code scanning, is logged and
 * told nowhere else: the check run has said everything already.
 */
export async function uploadToCodeScanning(
  context: GitHubContext,
  { checkId, scanId }: { checkId: string; scanId: string },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { db, clients, queue, log, publicUrl } = context
  const placed = await findPlacedCheck(db, checkId)
  const check = placed?.check
  // A comparison that was restarted since has another scan, and an upload of its own.
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
    log.warn({ err: error, checkId }, 'code scanning rejected the findings of a check')
  }
}

/**
 * SARIF in gzip and base64, small enough for one request: the worst findings first, and so many of them as there is
 * room for. What was set aside is left out, since code scanning would open an alert for it.
 */
export async function sarifToUpload(
  { id, source, coverage }: Pick<CompletedScan, 'id' | 'coverage' | 'source'>,
  findings: readonly Finding[],
  homepage: string,
): Promise<string> {
  const open = findings
    .filter(({ state }) => state === 'new' || state === 'existing')
    .toSorted((a, b) => compareSeverity(a.severity, b.severity))
  for (let count = Math.min(open.length, codeScanningLimits.maxResults); ; count = Math.floor(count / 2)) {
    const left = open.length - count
    const gaps =
      left === 0
        ? coverage.gaps
        : [...coverage.gaps, `This file omits ${left} of the findings. The report lists all findings.`]
    const log = sarifLog([{ id, source: source ?? undefined, findings: open.slice(0, count), gaps }], {
      rules,
      tool: { ...assay, homepage },
    })
    const encoded = (await compressed(JSON.stringify(log))).toString('base64')
    if (encoded.length <= codeScanningLimits.maxBytes || count === 0) return encoded
  }
}
