import { allKinds, type TaintMask } from '../../taint-kind.ts'
import { clearedKinds, type ValueFacts } from './value-facts.ts'
import type { Flaw } from './guard.ts'
import { type Mistake, mistakeKinds } from './mistakes.ts'

/** Mistakes despite which a guard still clears its taint kind. */
export const lesserMistakes: ReadonlySet<Mistake> = new Set<Mistake>([
  'links-not-resolved',
  'dots-only-name',
  'line-end-in-pattern',
])

export function flaw(mistake: Mistake, node: number, kinds: TaintMask = allKinds): Flaw {
  return { mistake, node, kinds: mistakeKinds[mistake] & kinds }
}

/** Returns the flaw of a check that is skipped if a setting is missing. `there` contains the check, `here` does not. */
export function offByDefault(node: number, here: ValueFacts, there: ValueFacts): readonly Flaw[] {
  const lost = clearedKinds(there) & ~clearedKinds(here)
  return lost === 0 ? [] : [flaw('off-by-default', node, lost)]
}
