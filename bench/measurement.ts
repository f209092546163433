/** One measured figure of a part. */
export interface Measurement {
  readonly measure: string
  readonly unit: string
  /** Number of samples. */
  readonly n: number
  readonly median: number
  readonly p99: number
  /**
   * The tool or method that was measured in the same run for comparison, or `limit`. Null if there is no comparison,
   * and `absent` if the peer is not installed.
   */
  readonly peer: string | null
  readonly peerMedian: number | null
  /** `median` divided by `peerMedian`. */
  readonly ratio: number | null
}

/** One part of the benchmark. Its ID is its file name. */
export interface BenchPart {
  readonly id: string
  run(): AsyncIterable<Measurement>
}

/** Thrown if a part cannot run on this machine. The message says what to do. */
export class BenchNotReady extends Error {
  override readonly name = 'BenchNotReady'
}

/** Summarizes samples. */
export function measurement(what: {
  measure: string
  unit: string
  samples: readonly number[]
  peer?: { name: string; median: number } | undefined
}): Measurement {
  const middle = median(what.samples)
  return {
    measure: what.measure,
    unit: what.unit,
    n: what.samples.length,
    median: round(middle),
    p99: round(quantile(what.samples, 0.99)),
    peer: what.peer?.name ?? null,
    peerMedian: what.peer ? round(what.peer.median) : null,
    ratio: what.peer ? round(middle / what.peer.median) : null,
  }
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5)
}

/** Returns the smallest sample that at least this share of the samples does not exceed. */
function quantile(samples: readonly number[], share: number): number {
  return samples.toSorted((a, b) => a - b)[Math.max(Math.ceil(samples.length * share) - 1, 0)] ?? Number.NaN
}

function round(value: number): number {
  return Number(value.toPrecision(4))
}
