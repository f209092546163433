import { z } from 'zod'
import { ScanFailure } from '../../../engine/model/failure.ts'
import { scanQueueLimits } from '../../scans/scan-queue-limits.ts'
import { Severity } from '../../../engine/model/severity.ts'
import type { Target } from '../../../engine/model/target.ts'
import { type QueueFull, requestScan } from '../../scans/request-scan.ts'
import { baselineProblem, branchProblem, parseTarget } from '../../../engine/sources/accept-url.ts'
import { ApiError, type ErrorDetail } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { ReceiverUrl, receiverUrlDetails } from './receiver-url.ts'
import { pollSeconds } from './require-scan.ts'
import { SubmittedScan, submittedScan } from './scan-shape.ts'
import { submissionScope } from './submission-scope.ts'

const Submission = z.strictObject({
  url: z.string().meta({
    description: 'The https address of a repository, or of a package page as a browser shows it.',
    examples: ['https://www.npmjs.com/package/server'],
  }),
  branch: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Branch, tag or commit of a git repository; absent: the default branch.' }),
  webhook: ReceiverUrl.optional().meta({
    description:
      'The https address that gets the events of this scan. Keys of workflows give none: what is sent is ' +
      'signed with the secret of the account.',
  }),
  failOn: Severity.default('high').meta({
    description: 'The verdict is `fail` when an open finding is at least as severe.',
  }),
  baseline: z
    .string()
    .min(1)
    .optional()
    .meta({
      description:
        'Commit or branch of a git repository, compared with the last completed scan of it in this account: ' +
        'findings that it has too are `existing`, and only the others fail. Without such a scan all are ' +
        '`new`, and `coverage.baseline` says so.',
    }),
  force: z
    .boolean()
    .default(false)
    .meta({ description: 'Scan anew even where a result of the same revision could be reused.' }),
})

/** Accepts an address for scanning, without touching the network. */
export const createScan = endpoint({
  id: 'create-scan',
  method: 'post',
  path: '/api/v1/scans/url',
  tag: 'scans',
  summary: 'Submit a project for scanning',
  description:
    'Takes the address of a repository or of a package page. The scan is put in a queue: the answer comes ' +
    'at once, `Location` names the scan, and its status says when it is done. Ask every 5 to 10 seconds, or ' +
    'give a `webhook`.',
  permission: 'scans:write',
  forWorkflows: true,
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: Submission,
  status: 202,
  data: SubmittedScan,
  headers: {
    Location: 'Path of the scan.',
    'Retry-After': 'Seconds after which to ask for its status.',
    'Idempotency-Replayed': '`true` when this is the answer of an earlier request with the same `Idempotency-Key`.',
  },
  takesIdempotencyKey: true,
  errors: ['INVALID_URL', 'IDEMPOTENCY_MISMATCH', 'IN_FLIGHT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  async respond(context, { caller, body }) {
    const target = targetOf(body.url)
    const details = [
      ...gitDetails(target, body),
      ...receiverUrlDetails('body.webhook', body.webhook, context.addressPolicy),
    ]
    if (details.length > 0) throw new ApiError('INVALID_REQUEST', 'The request has wrong fields.', { details })
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
    })
    if (typeof scan === 'string') throw overloaded(scan)
    return {
      data: submittedScan(scan, new Date()),
      headers: { Location: `/api/v1/scans/${scan.id}`, 'Retry-After': String(pollSeconds) },
    }
  },
})

function overloaded(reason: QueueFull): ApiError {
  const { maxScansPerAccount: scansOfAccount, retryAfterSeconds: retrySeconds } = scanQueueLimits
  const message =
    reason === 'queue of the account is full'
      ? `The account has ${scansOfAccount} scans that have not ended, which is as many as may wait.`
      : 'More scans wait than the service takes on at once.'
  return new ApiError('OVERLOADED', `${message} Submit this one again later.`, {
    headers: { 'Retry-After': String(retrySeconds) },
  })
}

function targetOf(url: string): Target {
  try {
    return parseTarget(url)
  } catch (error) {
    if (!(error instanceof ScanFailure)) throw error
    throw new ApiError('INVALID_URL', error.message, { details: [{ path: 'body.url', message: error.message }] })
  }
}

/** A package has versions, no branches or commits; a URL that names a branch itself leaves nothing to choose. */
function gitDetails(target: Target, { branch, baseline }: z.output<typeof Submission>): ErrorDetail[] {
  const problems = {
    'body.branch': branch === undefined ? undefined : branchProblem(target, branch),
    'body.baseline': baseline === undefined ? undefined : baselineProblem(target, baseline),
  }
  return Object.entries(problems).flatMap(([path, message]) => (message === undefined ? [] : [{ path, message }]))
}
