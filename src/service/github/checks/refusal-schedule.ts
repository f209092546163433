/**
 * Pauses in seconds before refused content is sent again: 404 or 422 for an existing commit or check run, or 404 for
 * the token of an existing installation. GitHub writes to a primary and reads from replicas. For seconds after a write,
 * or minutes during incidents, a replica may not have the data ("No commit found for SHA"). The first pauses are
 * therefore short. After that, every five minutes for an hour, so that a run is concluded within five minutes after a
 * longer incident ends. Then every hour for up to a day. What is refused for that long was deleted.
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

/** Pause after so many consecutive refusals. Undefined if there is no further attempt. */
export function pauseAfterRefusalMs(refusals: number): number | undefined {
  const seconds = refusalPausesSeconds[refusals - 1]
  return seconds === undefined ? undefined : seconds * 1_000
}

/** After so many refusals, a conclusion with refused content is sent without its details. */
export const plainAfterRefusals = 4

/** The longest pause during which an existing installation gets no token. */
export const maxAccessPauseMs = 5 * 60_000
