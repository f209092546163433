import { createHash } from 'node:crypto'
import type { Mutant } from './mutant.ts'

/**
 * Returns a sample of the mutants: `20` selects that many in each file, and `10%` a share of each file, at least one.
 * The same seed selects the same mutants, and a larger sample contains the smaller one.
 */
export function sampled(
  mutants: readonly Mutant[],
  {
    sample,
    seed,
    keyOf,
  }: { readonly sample: string | undefined; readonly seed: string; readonly keyOf: (mutant: Mutant) => string },
): Mutant[] {
  if (sample === undefined) return [...mutants]
  const size = /^(\d+(?:\.\d+)?)(%?)$/.exec(sample)
  if (!size) throw new Error(`The sample "${sample}" is neither a number nor a share such as 10%.`)
  const [amount, isShare] = [Number(size[1]), size[2] === '%']
  const rank = (mutant: Mutant) =>
    createHash('sha256')
      .update(`${seed} ${keyOf(mutant)}`)
      .digest('hex')
  return Object.values(Object.groupBy(mutants, ({ path }) => path)).flatMap((ofFile = []) => {
    const most = isShare ? Math.max(1, Math.round((ofFile.length * amount) / 100)) : amount
    const ranked = ofFile.map((mutant) => ({ mutant, rank: rank(mutant) })).sort((a, b) => (a.rank < b.rank ? -1 : 1))
    return ranked
      .slice(0, most)
      .map(({ mutant }) => mutant)
      .sort((a, b) => a.id - b.id)
  })
}
