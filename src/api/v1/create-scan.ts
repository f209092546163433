import { z } from 'zod'
import { ScanFailure } from '../../model/failure.ts'
import { limits } from '../../model/limits.ts'
import { Severity } from '../../model/severity.ts'
import type { Target } from '../../model/target.ts'
import type { AddressPolicy } from '../../net/address-policy.ts'
import { webhookUrlProblem } from '../../net/webhook-url.ts'
import { requestScan } from '../../scan/request-scan.ts'
import { parseTarget } from '../../sources/accept-url.ts'
import { ApiError, type ErrorDetail } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { SubmittedScan, submittedScan } from './scan-shape.ts'

const Submission = z.strictObject({
  url: z.string(),
  branch: z.string().min(1).optional(),
  webhook: z.string().max(limits.request.urlBytes).optional(),
  failOn: Severity.default('high'),
  baseline: z.string().min(1).optional(),
  force: z.boolean().default(false),
})

/** Accepts an address for scanning, without touching the network. */
export const createScan = endpoint({
  id: 'create-scan',
  method: 'post',
  path: '/api/v1/scans/url',
  permission: 'scans:write',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: Submission,
  status: 202,
  data: SubmittedScan,
  async respond(context, { caller, body }) {
    const target = targetOf(body.url)
    const details = [...gitOnlyFields(target, body), ...webhookDetails(body.webhook, context.addressPolicy)]
    if (details.length > 0) throw new ApiError('INVALID_REQUEST', 'The request has wrong fields.', { details })
    const scan = await requestScan(context, { accountId: caller.accountId, url: body.url, target, failOn: body.failOn, webhook: body.webhook })
    return { data: submittedScan(scan, new Date()), headers: { Location: `/api/v1/scans/${scan.id}` } }
  },
})

function targetOf(url: string): Target {
  try {
    return parseTarget(url)
  } catch (error) {
    if (!(error instanceof ScanFailure)) throw error
    throw new ApiError('INVALID_URL', error.message, { details: [{ path: 'body.url', message: error.message }] })
  }
}

/** A package has versions, no branches or commits. */
function gitOnlyFields(target: Target, body: z.output<typeof Submission>): ErrorDetail[] {
  const fields = ['branch', 'baseline'] as const
  return fields
    .filter((field) => body[field] !== undefined)
    .map((field) => ({ path: `body.${field}`, message: `applies to git repositories only, and this is the address of an ${target.type} package` }))
}

function webhookDetails(webhook: string | undefined, addressPolicy: AddressPolicy): ErrorDetail[] {
  const problem = webhook === undefined ? undefined : webhookUrlProblem(webhook, addressPolicy)
  return problem === undefined ? [] : [{ path: 'body.webhook', message: problem }]
}
