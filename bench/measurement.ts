/** One line of a part's result; CONTRACT fixes the names. */
export interface Measurement {
  readonly measure: string
  readonly unit: string
  /** How many times it was measured. */
  readonly n: number
  readonly median: number
  readonly p99: number
  /**
   * What it is compared with: another way that was measured in the same run, or `limit`. Null: with nothing; `absent`:
   * with something that is not here.
   */
  readonly peer: string | null
  readonly peerMedian: number | null
  /** `median` over `peerMedian`. */
  readonly ratio: number | null
}

/** One part of the bench; its id is its file's name. */
export interface BenchPart {
  readonly id: string
  run(): AsyncIterable<Measurement>
}

/** A part cannot run here; the message says what to do. */
export class BenchNotReady extends Error {
  override readonly name = 'BenchNotReady'
}

/** Sums samples up. */
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

/** The smallest sample that at least this share of the samples does not exceed. */
function quantile(samples: readonly number[], share: number): number {
  return samples.toSorted((a, b) => a - b)[Math.max(Math.ceil(samples.length * share) - 1, 0)] ?? Number.NaN
}

function round(value: number): number {
  return Number(value.toPrecision(4))
}
