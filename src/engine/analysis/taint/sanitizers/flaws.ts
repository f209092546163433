import { allKinds, type TaintMask } from '../../taint-kind.ts'
import { clearedKinds, type ValueFacts } from './value-facts.ts'
import type { Flaw } from './guard.ts'
import { type Mistake, mistakeKinds } from './mistakes.ts'

/** Mistakes that are reported although the guard still clears its taint kind. */
export const lesserMistakes: ReadonlySet<Mistake> = new Set<Mistake>([
  'links-not-resolved',
  'dots-only-name',
  'line-end-in-pattern',
])

export function flaw(mistake: Mistake, node: number, kinds: TaintMask = allKinds): Flaw {
  return { mistake, node, kinds: mistakeKinds[mistake] & kinds }
}

/**
 * Returns the flaw of a check that is skipped if a setting is missing. `here` is the branch without the check, `there`
 * the branch with it.
 */
export function offByDefault(node: number, here: ValueFacts, there: ValueFacts): readonly Flaw[] {
  const lost = clearedKinds(there) & ~clearedKinds(here)
  return lost === 0 ? [] : [flaw('off-by-default', node, lost)]
}
