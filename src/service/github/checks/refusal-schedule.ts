/**
 * Pauses in seconds before rejected content is sent again. GitHub can respond with 404 or 422 for an existing commit or
 * check run, or with 404 when a token is requested for an existing installation. It reads from replicas, which may lack
 * the data for seconds after a write, or for minutes during incidents ("No commit found for SHA"). The first pauses are
 * therefore short. Five-minute pauses follow for an hour, so that a run is concluded within five minutes after a longer
 * incident. After that, the pause is an hour, for up to a day. Content that is rejected for a day has been deleted.
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

/** Returns the pause after this many consecutive rejections. Undefined after the last attempt. */
export function pauseAfterRefusalMs(refusals: number): number | undefined {
  const seconds = refusalPausesSeconds[refusals - 1]
  return seconds === undefined ? undefined : seconds * 1_000
}

/** Number of rejections after which a conclusion is sent without the rejected details. */
export const plainAfterRefusals = 4

/** Maximum pause while GitHub issues no token for an existing installation. */
export const maxAccessPauseMs = 5 * 60_000
