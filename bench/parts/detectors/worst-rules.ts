import { type Measurement, measurement } from '../../measurement.ts'

/** Time limit for a crafted file of 1 MB, in milliseconds. */
export const worstFileMs = 200

/** Milliseconds that a rule needs for its slowest text. */
export interface RuleCost {
  readonly rule: string
  readonly ms: number
}

/** Yields one measure with the times of all rules, and one for the slowest rule with its name. */
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

/** Returns CPU milliseconds of this thread. If the first run is near the limit, returns the shortest of three. */
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
