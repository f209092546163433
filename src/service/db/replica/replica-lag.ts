import type { LogPosition } from './log-positions.ts'

/** Measures how far a replica is behind, with the clock of this process only. */
export interface ReplicaLag {
  /** Records a position of the primary. Times are in milliseconds, and never decrease. */
  written(position: LogPosition, atMs: number): void
  /** Records the position that the replica has replayed. */
  replayed(position: LogPosition): void
  /** Returns the age of the oldest change that the replica is known to lack. 0 if it lacks none. */
  ms(nowMs: number): number
}

const maxSamples = 1_000

/**
 * Compares positions instead of `pg_last_xact_replay_timestamp`: that time stops while the primary is idle, and a
 * replica that has lost its primary reports that it has replayed everything it received.
 */
export function createReplicaLag(): ReplicaLag {
  let samples: { readonly position: LogPosition; readonly atMs: number }[] = []
  /** Least distance of samples, so that they always cover the whole lag evenly. */
  let minDistanceMs = 0
  let upTo: LogPosition = -1n
  return {
    written(position, atMs) {
      // After a failover, the log of the new primary can be shorter.
      while ((samples.at(-1)?.position ?? -1n) > position) samples.pop()
      if (position <= upTo || position <= (samples.at(-1)?.position ?? -1n)) return
      if (atMs - (samples.at(-1)?.atMs ?? -Infinity) < minDistanceMs) return
      if (samples.length >= maxSamples) {
        samples = samples.filter((_sample, index) => index % 2 === 0)
        minDistanceMs = (2 * (atMs - (samples[0]?.atMs ?? atMs))) / maxSamples
      }
      samples.push({ position, atMs })
    },
    replayed(position) {
      upTo = position
      while (samples[0] && samples[0].position <= position) samples.shift()
      if (samples.length === 0) minDistanceMs = 0
    },
    ms: (nowMs) => (samples[0] ? Math.max(0, nowMs - samples[0].atMs) : 0),
  }
}
