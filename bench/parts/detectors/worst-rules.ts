import { type Measurement, measurement } from '../../measurement.ts'

/** What a file of 1 MB that was made to hold a rule up may take, in milliseconds. */
export const worstFileMs = 200

/** Milliseconds that a rule took with the text that costs it most. */
export interface RuleCost {
  readonly rule: string
  readonly ms: number
}

/** All rules in one line, and the one that takes longest by its name. */
export function* worstRules(what: string, costs: readonly RuleCost[]): Iterable<Measurement> {
  const peer = { name: 'limit', median: worstFileMs }
  yield measurement({
    measure: `${what}, for each of ${costs.length} rules`,
    unit: 'ms',
    samples: costs.map(({ ms }) => ms),
    peer,
  })
  const [worst] = costs.toSorted((a, b) => b.ms - a.ms)
  if (worst) yield measurement({ measure: `${what}, slowest: ${worst.rule}`, unit: 'ms', samples: [worst.ms], peer })
}

/**
 * Milliseconds of this thread on a processor, without those in which others had it; the shortest of three times where
 * the first is near the limit.
 */
export function shortestMs(once: () => void): number {
  const timed = () => {
    const started = process.threadCpuUsage()
    once()
    const { user, system } = process.threadCpuUsage(started)
    return (user + system) / 1_000
  }
  const first = timed()
  return first < worstFileMs / 2 ? first : Math.min(first, timed(), timed())
}
