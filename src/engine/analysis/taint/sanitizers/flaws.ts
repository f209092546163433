import { allKinds, type TaintMask } from '../../taint-kind.ts'
import { clearedKinds, type ValueFacts } from './value-facts.ts'
import type { Flaw } from './guard.ts'
import { type Mistake, mistakeKinds } from './mistakes.ts'

/** Mistakes that leave a guard worth having: its kind is cleared all the same. */
export const lesserMistakes: ReadonlySet<Mistake> = new Set<Mistake>([
  'links-not-resolved',
  'dots-only-name',
  'line-end-in-pattern',
])

export function flaw(mistake: Mistake, node: number, kinds: TaintMask = allKinds): Flaw {
  return { mistake, node, kinds: mistakeKinds[mistake] & kinds }
}

/** The flaw of a check that is passed over where a setting is missing: `there` it was made, `here` not. */
export function offByDefault(node: number, here: ValueFacts, there: ValueFacts): readonly Flaw[] {
  const lost = clearedKinds(there) & ~clearedKinds(here)
  return lost === 0 ? [] : [flaw('off-by-default', node, lost)]
}
