/**
 * Pauses, in seconds, before something that GitHub refused is sent again: 404 or 422 for a commit or check run that
 * exists, or 404 for the token of an installation that exists. GitHub writes to a primary and reads from replicas: for
 * seconds after a write a replica may not have it ("No commit found for SHA"), during incidents for minutes. So the
 * first pauses are short. After that, every five minutes for an hour, so that a run is concluded within five minutes
 * after a longer incident has ended. Then every hour up to a day: what is refused that long was deleted.
 */
export const refusalPausesSeconds: readonly number[] = [
  1,
  2,
  4,
  8,
  15,
  30,
  60,
  120,
  ...Array.from({ length: 12 }, () => 300),
  ...Array.from({ length: 23 }, () => 3_600),
]

/** How long to wait after so many refusals in a row; undefined: it is not tried again. */
export function pauseAfterRefusalMs(refusals: number): number | undefined {
  const seconds = refusalPausesSeconds[refusals - 1]
  return seconds === undefined ? undefined : seconds * 1_000
}

/** After so many refusals a conclusion whose content GitHub refuses is sent without its details. */
export const plainAfterRefusals = 4

/** The longest pause in which an installation that is known here gets no token. */
export const maxAccessPauseMs = 5 * 60_000
