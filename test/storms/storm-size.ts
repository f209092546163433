/**
 * How much there is to do while things break. The targets are those of 500 scans, 2,000 deliveries, 200 checks and 200
 * sequences of events.
 */
export interface StormSize {
  readonly scans: number
  /** Besides those that scans send. */
  readonly deliveries: number
  readonly checks: number
  /** Repositories whose pull requests go through a random sequence of events. */
  readonly sequences: number
  readonly kills: number
  /** After which a storm counts as not ended; on a machine of its own it takes a few. */
  readonly minutes: number
}

/** From `STORM_SCANS` and so on; small without them. */
export function stormSize(): StormSize {
  const of = (name: string, usual: number) => Number(process.env[`STORM_${name}`] ?? usual)
  return {
    scans: of('SCANS', 24),
    deliveries: of('DELIVERIES', 60),
    checks: of('CHECKS', 6),
    sequences: of('SEQUENCES', 6),
    kills: of('KILLS', 6),
    minutes: of('MINUTES', 20),
  }
}
