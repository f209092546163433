import type { Log } from 'sarif'
import { type Deadline, startDeadline } from '../deadline.ts'
import { fittedSarif, omittedText, type UploadLimits } from '../../../src/engine/reports/fitted-sarif.ts'
import { ActionFailure } from '../failure.ts'
import { askGitHub, fieldOf, type GitHubAnswer } from '../github-api.ts'
import type { Inputs } from '../inputs.ts'
import { counted, printable } from '../printable.ts'
import type { Environment, Runner } from '../runner.ts'
import { pullRequestOf } from '../workflow-run.ts'
import { uploadPlace } from './upload-place.ts'

/** Time limit for the upload and GitHub's processing, in milliseconds. */
const maxUploadMs = 120_000

/**
 * GitHub's limits on one upload. See
 * https://docs.github.com/en/code-security/code-scanning/integrating-with-code-scanning/sarif-support-for-code-scanning
 */
export const uploadLimits: UploadLimits = {
  /** Maximum number of results that GitHub shows. GitHub rejects a file with more than 25,000. */
  maxResults: 5_000,
  /** GitHub accepts 10 MB of gzipped data. Base64 makes it a third longer. */
  maxBytes: (10_000_000 / 3) * 4,
}

/**
 * Pauses between polls of the upload status, in milliseconds. If GitHub is still processing the upload after the last
 * poll, the run stops waiting.
 */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

/** Findings of one run, for code scanning. */
export interface ScannedFindings {
  /** Returns the SARIF file. Called only if the findings are uploaded. */
  readonly sarif: () => Promise<string>
  /** Scanned commit. Undefined if unknown. */
  readonly commit: string | undefined
  /** True if coverage is incomplete. */
  readonly isPartial: boolean
  /** True if the run is for a pull request from a fork or Dependabot. */
  readonly isUntrusted: boolean
}

interface UploadContext {
  readonly environment: Environment
  readonly runner: Runner
  readonly deadline: Deadline
}

/**
 * Uploads the findings to code scanning and returns the exit code. An incomplete scan is not uploaded, because code
 * scanning treats missing findings as fixed. If the upload fails, `on-error` determines whether the step fails. For a
 * pull request from a fork, it never does, because a fork's token is usually read-only.
 */
export async function uploadFindings(
  step: UploadContext,
  scanned: ScannedFindings | undefined,
  { githubToken, onError }: Pick<Inputs, 'githubToken' | 'onError'>,
): Promise<0 | 1> {
  const { environment, runner } = step
  const skip = (why: string) => {
    runner.notice(`The findings are not in code scanning: ${why}`, { title: 'Assay: code scanning' })
    return 0 as const
  }
  if (!scanned) return skip('this run scanned nothing.')
  const { sarif, commit, isPartial, isUntrusted } = scanned
  if (isPartial) return skip('the scan is incomplete, and code scanning treats missing findings as fixed.')
  const place = uploadPlace(environment, pullRequestOf(environment), commit)
  if (!place)
    return skip(
      'Assay scanned neither the commit of this run nor the head of its pull request, or the run is for a merge queue.',
    )
  const context = { ...step, deadline: startDeadline(Math.floor(Math.min(maxUploadMs, step.deadline.remainingMs()))) }
  try {
    const log = JSON.parse(await sarif()) as Log
    const { content, results, omitted } = await fittedSarif(
      inCategoryOfApp(log, environment['GITHUB_RUN_ID'] ?? place.commit),
      uploadLimits,
    )
    if (omitted > 0) runner.warning(omittedText(omitted), { title: 'Assay: code scanning' })
    const answer = await askGitHub(context, {
      what: 'an upload to code scanning',
      path: '/code-scanning/sarifs',
      body: { commit_sha: place.commit, ref: place.ref, sarif: content, tool_name: 'Assay' },
      token: githubToken,
    })
    const id = fieldOf(answer.body, 'id')
    if (answer.status !== 202 || typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id)) throw refusal(answer)
    runner.output('sarif-id', id)
    runner.say(`Uploaded ${counted(results, 'finding')} to code scanning for ${place.ref}.`)
    await waitForProcessing(context, id, githubToken)
    return 0
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (isUntrusted) return skip(`${message} GitHub restricts the tokens of pull requests from forks and Dependabot.`)
    const isRed = onError !== 'neutral'
    runner[isRed ? 'error' : 'warning'](message, { title: 'Assay: code scanning' })
    return isRed ? 1 : 0
  }
}

/**
 * Returns a SARIF log in the GitHub App's category. Code scanning then keeps one analysis per ref, instead of one from
 * the app and one from the Action.
 *
 * @param runId identifies this analysis within the category
 */
export function inCategoryOfApp(log: Log, runId: string): Log {
  return { ...log, runs: log.runs.map((run) => ({ ...run, automationDetails: { id: `assay/${runId}` } })) }
}

/** Waits until GitHub has processed the upload. Throws ActionFailure if GitHub rejects its content. */
async function waitForProcessing(context: UploadContext, id: string, token: string | undefined): Promise<void> {
  for (const pause of pausesMs) {
    if (!(await context.deadline.wait(pause))) break
    const answer = await askGitHub(context, {
      what: 'the state of the upload',
      path: `/code-scanning/sarifs/${id}`,
      token,
    }).catch(() => undefined)
    // GitHub has already received the findings, so an outage now is not a failure.
    if (!answer) break
    const { status, body } = answer
    const state = fieldOf(body, 'processing_status')
    if (state === 'failed') {
      const errors = fieldOf(body, 'errors')
      const reasons = Array.isArray(errors) ? errors.filter((reason) => typeof reason === 'string').join(' ') : ''
      throw new ActionFailure('error', `Code scanning rejected the findings: ${printable(reasons, 500)}`)
    }
    // A token that may upload is not always allowed to read the status.
    if (state === 'complete' || status >= 400) return
  }
  context.runner.say(
    'GitHub still processes the upload. Its result is in the code scanning settings of the repository.',
  )
}

/** Returns the failure, with advice, for a response that does not confirm the upload. */
function refusal({ status, body }: GitHubAnswer): ActionFailure {
  const reason = fieldOf(body, 'message')
  const said = typeof reason === 'string' ? ` (${printable(reason, 200).replace(/\.$/, '')})` : ''
  const isOff =
    typeof reason === 'string' && /advanced security|code security|code scanning is not enabled/i.test(reason)
  const advice =
    isOff || status === 404
      ? 'Enable code scanning in the settings of the repository, or remove the upload-sarif input.'
      : status === 401 || status === 403
        ? 'Grant the job the security-events: write permission.'
        : status === 413
          ? 'The findings are too large for one upload.'
          : ''
  return new ActionFailure(
    'refused',
    `GitHub rejected the upload to code scanning with status ${status}${said}. ${advice}`.trim(),
  )
}
