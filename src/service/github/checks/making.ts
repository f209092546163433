import type { GithubCheck } from '../../db/github/checks.ts'
import { githubAppLimits } from '../github-app-limits.ts'

// Stands in place of a digest from before a run is made until that is noted: `told_digest` of a check without a run.

/** Whoever finds it looks for the run at GitHub first: an attempt may have died after GitHub made it. */
export const beingMade = 'the run is being made'

const until = `${beingMade} until `

/** Whoever stored the check makes the run at once: nobody else does before this time is over. */
export function beingMadeFrom(now: Date): string {
  return `${until}${new Date(now.getTime() + githubAppLimits.firstRunReservedMs).toISOString()}`
}

/** A reservation that lies further ahead was made by a clock that went wrong: the check must not wait for it. */
const maxAheadMs = 60_000

type Told = Pick<GithubCheck, 'checkRunId' | 'publishedDigest'>

/** Whether GitHub may have a run that is not noted here. */
export function mayBeMade({ checkRunId, publishedDigest }: Told): boolean {
  return checkRunId === null && publishedDigest?.startsWith(beingMade) === true
}

/** Until when somebody else makes the run; undefined: nobody does. */
export function madeElsewhereUntil(check: Told, now: Date): Date | undefined {
  if (check.checkRunId !== null || !check.publishedDigest?.startsWith(until)) return undefined
  const end = new Date(check.publishedDigest.slice(until.length))
  return end > now && end.getTime() - now.getTime() <= maxAheadMs ? end : undefined
}

/**
 * How long GitHub may take from now on, in milliseconds, so that whoever looks for the run afterwards finds what came
 * of it; 0 when others may be making it.
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
