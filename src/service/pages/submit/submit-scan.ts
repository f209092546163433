import type { AccountContext } from '../../accounts/account-context.ts'
import { rateLimitsOf } from '../../accounts/plans.ts'
import type { RateLimiter } from '../../accounts/rate-limiter.ts'
import { makeVisitorsAccount } from '../../accounts/visitors-account.ts'
import type { AccountRow } from '../../db/accounts/accounts.ts'
import { ScanFailure } from '../../../engine/model/failure.ts'
import { pageLimits } from '../page-limits.ts'
import { visitorsAccount } from '../../../engine/model/visitors-account.ts'
import { requestScan } from '../../scans/request-scan.ts'
import type { TicketContext } from '../../scans/tickets.ts'
import { parseTarget } from '../../../engine/sources/accept-url.ts'

export interface SubmitContext extends TicketContext, AccountContext {
  readonly limiter: RateLimiter
}

export interface Submitted {
  readonly url: string
  /** Empty: the default branch. */
  readonly branch: string
  /** Who asks, as far as ceilings go. */
  readonly network: string
  /** The account of whoever is signed in; absent: nobody is. */
  readonly account?: AccountRow | undefined
}

/** The id of the new scan, or why there is none. */
export type Submission = { readonly scanId: string } | { readonly status: 400 | 429 | 503; readonly problem: string }

/**
 * Has a project scanned for somebody at a page. Whoever is not signed in has it read as anybody may, in an account that
 * all of them share, so that their scans wait for each other and for nobody else. A scan costs an account what it costs
 * in the API: pages are no way around its limits.
 */
export async function submitScan(
  context: SubmitContext,
  { url, branch, network, account }: Submitted,
): Promise<Submission> {
  const target = understood(url, branch)
  if (typeof target === 'string') return { status: 400, problem: target }
  if (account === undefined) {
    const { granted } = await context.limiter.take(`page-scans:${network}`, pageLimits.scansPerNetwork)
    if (!granted)
      return {
        status: 429,
        problem:
          `Your network has had ${pageLimits.scansPerNetwork.quarterHour} projects scanned in a quarter of an ` +
          `hour, or ${pageLimits.scansPerNetwork.day} in a day, which is as many as it may without an ` +
          'account. Come back a little later.',
      }
    await makeVisitorsAccount(context)
  } else {
    const { granted } = await context.limiter.take(`account:${account.id}`, rateLimitsOf(account))
    if (!granted)
      return {
        status: 429,
        problem:
          `The account (plan ${account.plan}) has made as many requests as it may for now. Come back a little ` +
          'later.',
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
    ? { status: 503, problem: 'More scans wait than the service takes on at once. Submit this one again later.' }
    : { scanId: scan.id }
}

function understood(url: string, branch: string) {
  try {
    return parseTarget(url, branch === '' ? {} : { branch })
  } catch (error) {
    if (error instanceof ScanFailure) return error.message
    throw error
  }
}
