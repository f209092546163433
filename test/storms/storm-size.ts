/**
 * Amount of work while things break. The targets are 500 scans, 2,000 deliveries, 200 checks, 200 sequences of
 * events, and a failover with 100,000 servers under 200 reads per second.
 */
export interface StormSize {
  readonly scans: number
  /** Number of deliveries in addition to those of scans. */
  readonly deliveries: number
  readonly checks: number
  /** Number of repositories whose pull requests go through a random sequence of events. */
  readonly sequences: number
  readonly kills: number
  /** Number of servers in the registry, and of reads per second, during a failover. */
  readonly servers: number
  readonly reads: number
  /** Time limit for a storm. On an idle machine, it takes a few minutes. */
  readonly minutes: number
}

/** Reads the size from `STORM_SCANS` and similar variables. Small by default. */
export function stormSize(): StormSize {
  const of = (name: string, usual: number) => Number(process.env[`STORM_${name}`] ?? usual)
  return {
    scans: of('SCANS', 24),
    deliveries: of('DELIVERIES', 60),
    checks: of('CHECKS', 6),
    sequences: of('SEQUENCES', 6),
    kills: of('KILLS', 6),
    servers: of('SERVERS', 2_000),
    reads: of('READS', 20),
    minutes: of('MINUTES', 20),
  }
}
