import type { GithubCheck } from '../../db/github/checks.ts'
import { githubAppLimits } from '../github-app-limits.ts'

/**
 * Placeholder in `publishedDigest` from just before a run is created until its ID is stored. A worker that finds the
 * placeholder first searches for the run on GitHub, because an earlier attempt may have died after GitHub created it.
 */
export const beingMade = 'the run is being made'

const until = `${beingMade} until `

/**
 * Returns the placeholder with a reservation. Until it expires, only the process that stored the check creates the run.
 */
export function beingMadeFrom(now: Date): string {
  return `${until}${new Date(now.getTime() + githubAppLimits.firstRunReservedMs).toISOString()}`
}

/**
 * Maximum time until a reservation expires. A later expiration time comes from an incorrect clock, so the reservation
 * is ignored.
 */
const maxAheadMs = 60_000

type Told = Pick<GithubCheck, 'checkRunId' | 'publishedDigest'>

/** Reports whether GitHub may have a run whose ID is not stored. */
export function mayBeMade({ checkRunId, publishedDigest }: Told): boolean {
  return checkRunId === null && publishedDigest?.startsWith(beingMade) === true
}

/** Returns until when the run is reserved for another process, or undefined if it is not. */
export function madeElsewhereUntil(check: Told, now: Date): Date | undefined {
  if (check.checkRunId !== null || !check.publishedDigest?.startsWith(until)) return undefined
  const end = new Date(check.publishedDigest.slice(until.length))
  return end > now && end.getTime() - now.getTime() <= maxAheadMs ? end : undefined
}

/**
 * Returns the milliseconds that the request to create the run may take, so that a later search finds the run. 0 if
 * other processes may be creating it.
 */
export function leftToMakeMs(check: Told, now: Date): number {
  const end = madeElsewhereUntil(check, now)
  return end
    ? Math.max(
        0,
        end.getTime() - now.getTime() - (githubAppLimits.firstRunReservedMs - githubAppLimits.firstRunTimeoutMs),
      )
    : 0
}
