import { z } from 'zod'
import { ScanFailure } from '../../../engine/model/failure.ts'
import { scanQueueLimits } from '../../scans/scan-queue-limits.ts'
import { Severity } from '../../../engine/model/severity.ts'
import type { Target } from '../../../engine/model/target.ts'
import { type QueueFull, queueFullText, requestScan } from '../../scans/request-scan.ts'
import { baselineProblem, branchProblem, parseTarget } from '../../../engine/sources/accept-url.ts'
import { ApiError, type ErrorDetail } from '../api-error.ts'
import { type ApiContext, endpoint } from '../endpoint.ts'
import { ReceiverUrl, receiverUrlDetails } from './receiver-url.ts'
import { pollSeconds } from './require-scan.ts'
import { SubmittedScan, submittedScan } from './scan-shape.ts'
import { submissionScope } from './submission-scope.ts'

const Submission = z.strictObject({
  url: z.string().meta({
    description:
      'HTTPS URL of a repository or package page, as shown in a browser, or a package URL (purl) such as ' +
      '`pkg:npm/server@1.0.0`.',
    examples: ['https://www.npmjs.com/package/server'],
  }),
  branch: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Branch, tag, or commit in a Git repository. Defaults to the default branch.' }),
  webhook: ReceiverUrl.optional().meta({
    description:
      'HTTPS URL that receives events for this scan. Workflow keys cannot set this field, because events are ' +
      'signed with the account secret.',
  }),
  failOn: Severity.default('high').meta({
    description: 'The verdict is `fail` if an open finding has this severity or higher.',
  }),
  baseline: z
    .string()
    .min(1)
    .optional()
    .meta({
      description:
        'Git commit or branch to compare the scan with. The last completed scan of that commit or branch in this ' +
        'account is the baseline. Findings in the baseline are `existing`. Only `new` findings can cause the ' +
        'verdict `fail`. If no such scan exists, all findings are `new`, and `coverage.baseline` explains why.',
    }),
  force: z
    .boolean()
    .default(false)
    .meta({ description: 'Set to `true` to run a new scan even if a result for the same revision could be reused.' }),
  reachability: z
    .boolean()
    .optional()
    .meta({
      description:
        'Whether the scan judges if the project reaches the vulnerable code of its npm and PyPI dependencies. The ' +
        'scan then downloads their archives and takes longer. Defaults to the setting of the service, ' +
        '`ASSAY_REACHABILITY`.',
    }),
})

/** Accepts a URL for scanning. Uses no network. */
export const createScan = endpoint({
  id: 'create-scan',
  method: 'post',
  path: '/api/v1/scans/url',
  tag: 'scans',
  summary: 'Create a scan',
  description:
    'Queues a scan of a repository or package and returns immediately. Poll the scan at the path in ' +
    '`Location` every 5 to 10 seconds until its status is `completed` or `failed`, or set `webhook`.',
  permission: 'scans:write',
  forWorkflows: true,
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: Submission,
  status: 202,
  data: SubmittedScan,
  headers: {
    Location: 'URL path of the scan.',
    'Retry-After': 'Number of seconds to wait before you request the status.',
    'Idempotency-Replayed': '`true` if this is the response to an earlier request with the same `Idempotency-Key`.',
  },
  takesIdempotencyKey: true,
  errors: ['INVALID_URL', 'IDEMPOTENCY_MISMATCH', 'IN_FLIGHT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  async respond(context, { caller, body }) {
    const target = targetOf(body.url)
    const details = [
      ...gitDetails(target, body),
      ...receiverUrlDetails('body.webhook', body.webhook, context.addressPolicy),
      ...reachabilityDetails(context, body),
    ]
    if (details.length > 0)
      throw new ApiError('INVALID_REQUEST', 'The request has invalid fields. Correct the fields listed in `details`.', {
        details,
      })
    const atBranch = parseTarget(body.url, { branch: body.branch })
    const scope = await submissionScope(context.db, caller, { target: atBranch, webhook: body.webhook })
    const scan = await requestScan(context, {
      ...scope,
      submittedByKey: caller.keyId,
      accountId: caller.accountId,
      url: body.url,
      target: atBranch,
      failOn: body.failOn,
      webhook: body.webhook,
      baseline: body.baseline,
      force: body.force,
      reachability: body.reachability,
    })
    if (typeof scan === 'string') throw queueFullError(scan)
    return {
      data: submittedScan(scan, new Date()),
      headers: { Location: `/api/v1/scans/${scan.id}`, 'Retry-After': String(pollSeconds) },
    }
  },
})

/** Returns the error for a submission rejected by the queue. */
export function queueFullError(reason: QueueFull): ApiError {
  return new ApiError('OVERLOADED', `${queueFullText(reason)} Submit the scan again later.`, {
    headers: { 'Retry-After': String(scanQueueLimits.retryAfterSeconds) },
  })
}

/** Rejects a request for the reachability analysis if the service does not allow it. */
function reachabilityDetails(
  { reachability: setting = 'off' }: Pick<ApiContext, 'reachability'>,
  { reachability }: z.output<typeof Submission>,
): ErrorDetail[] {
  if (reachability !== true || setting !== 'off') return []
  const message =
    'This service does not judge reachability. Omit the field, or ask the operator to set ASSAY_REACHABILITY to ' +
    'allowed or on.'
  return [{ path: 'body.reachability', message }]
}

function targetOf(url: string): Target {
  try {
    return parseTarget(url)
  } catch (error) {
    if (!(error instanceof ScanFailure)) throw error
    throw new ApiError('INVALID_URL', error.message, { details: [{ path: 'body.url', message: error.message }] })
  }
}

/**
 * Rejects a branch or baseline for a package, which has neither, and a second branch for a URL that already names one.
 */
function gitDetails(target: Target, { branch, baseline }: z.output<typeof Submission>): ErrorDetail[] {
  const problems = {
    'body.branch': branch === undefined ? undefined : branchProblem(target, branch),
    'body.baseline': baseline === undefined ? undefined : baselineProblem(target, baseline),
  }
  return Object.entries(problems).flatMap(([path, message]) => (message === undefined ? [] : [{ path, message }]))
}
