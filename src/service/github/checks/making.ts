import type { GithubCheck } from '../../db/github/checks.ts'
import { githubAppLimits } from '../github-app-limits.ts'

// Placeholder in `told_digest` from before a run is created until its ID is stored.

/**
 * A worker that finds it first looks for the run on GitHub, because an earlier attempt may have died after GitHub
 * created it.
 */
export const beingMade = 'the run is being made'

const until = `${beingMade} until `

/** The process that stored the check creates the run immediately. No other process does before this time is over. */
export function beingMadeFrom(now: Date): string {
  return `${until}${new Date(now.getTime() + githubAppLimits.firstRunReservedMs).toISOString()}`
}

/** A reservation further ahead comes from a wrong clock. The check must not wait for it. */
const maxAheadMs = 60_000

type Told = Pick<GithubCheck, 'checkRunId' | 'publishedDigest'>

/** Whether GitHub may have a run whose ID is not stored. */
export function mayBeMade({ checkRunId, publishedDigest }: Told): boolean {
  return checkRunId === null && publishedDigest?.startsWith(beingMade) === true
}

/** Until when another process creates the run. Undefined if none does. */
export function madeElsewhereUntil(check: Told, now: Date): Date | undefined {
  if (check.checkRunId !== null || !check.publishedDigest?.startsWith(until)) return undefined
  const end = new Date(check.publishedDigest.slice(until.length))
  return end > now && end.getTime() - now.getTime() <= maxAheadMs ? end : undefined
}

/**
 * Milliseconds that GitHub may take from now on, so that a later search for the run finds it. 0 if other processes may
 * be creating it.
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
