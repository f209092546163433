import type { AccountContext } from '../../accounts/account-context.ts'
import { rateLimitsOf } from '../../accounts/plans.ts'
import type { RateLimiter } from '../../accounts/rate-limiter.ts'
import { makeVisitorsAccount } from '../../accounts/visitors-account.ts'
import type { AccountRow } from '../../db/accounts/accounts.ts'
import { ScanFailure } from '../../../engine/model/failure.ts'
import { pageLimits } from '../page-limits.ts'
import { visitorsAccount } from '../../../engine/model/visitors-account.ts'
import { queueFullText, requestScan } from '../../scans/request-scan.ts'
import type { TicketContext } from '../../scans/tickets.ts'
import { parseTarget } from '../../../engine/sources/accept-url.ts'

export interface SubmitContext extends TicketContext, AccountContext {
  readonly limiter: RateLimiter
}

export interface Submitted {
  readonly url: string
  /** Branch, tag, or commit. If empty, the default branch is scanned. */
  readonly branch: string
  /** Client network, for the rate limit. */
  readonly network: string
  /** Account of the signed-in visitor, if any. */
  readonly account?: AccountRow | undefined
}

/** New scan's ID, or the error. */
export type Submission = { readonly scanId: string } | { readonly status: 400 | 429 | 503; readonly problem: string }

/**
 * Starts a scan for a visitor. Visitors who are not signed in share one account, so that their scans delay only each
 * other. These scans read only public sources. For other accounts, a scan counts toward the rate limit as in the API,
 * so that pages do not bypass the limits.
 */
export async function submitScan(
  context: SubmitContext,
  { url, branch, network, account }: Submitted,
): Promise<Submission> {
  const target = parsedTarget(url, branch)
  if (typeof target === 'string') return { status: 400, problem: target }
  if (account === undefined) {
    const { granted } = await context.limiter.take(`page-scans:${network}`, pageLimits.scansPerNetwork)
    if (!granted)
      return {
        status: 429,
        problem:
          `Your network has reached the limit for scans without an account: ` +
          `${pageLimits.scansPerNetwork.quarterHour} per 15 minutes or ${pageLimits.scansPerNetwork.day} per day. ` +
          'Try again later.',
      }
    await makeVisitorsAccount(context)
  } else {
    const { granted } = await context.limiter.take(`account:${account.id}`, rateLimitsOf(account))
    if (!granted)
      return {
        status: 429,
        problem: `The account (plan: ${account.plan}) has reached its rate limit. Try again later.`,
      }
  }
  const scan = await requestScan(context, {
    accountId: account?.id ?? visitorsAccount.id,
    url,
    target,
    failOn: 'high',
    asAnybody: account === undefined,
  })
  return typeof scan === 'string'
    ? { status: 503, problem: `${queueFullText(scan)} Start the scan again later.` }
    : { scanId: scan.id }
}

function parsedTarget(url: string, branch: string) {
  try {
    return parseTarget(url, branch === '' ? {} : { branch })
  } catch (error) {
    if (error instanceof ScanFailure) return error.message
    throw error
  }
}
