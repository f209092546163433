import { dataflowLimits } from '../../dataflow-limits.ts'
import { allKinds, maskOf } from '../../taint-kind.ts'
import { computed } from './dependencies.ts'
import {
  conjoinValueFacts,
  clearedKinds,
  type ValueFacts,
  valueFacts,
  noValueFacts,
  hasFacts,
  testedKinds,
} from './value-facts.ts'
import { flaw } from './flaws.ts'
import type { Facts } from './facts.ts'
import { type Derivation, puttingTogether, splitting, takingItem } from '../../models/sanitizers/derivations.ts'
import { reaches } from './reaches.ts'
import type { Values } from './values.ts'
import { FactBits } from './fact-bits.ts'

/** Returns the facts about a value and those that follow for its sources. */
export function factsAboutValue(values: Values, value: number, shown: ValueFacts): Facts {
  const of = new Map<number, ValueFacts>()
  spread(values, value, shown, { of, depth: 0 })
  return { of, isImpossible: false }
}

function spread(
  values: Values,
  value: number,
  shown: ValueFacts,
  { of, depth }: { readonly of: Map<number, ValueFacts>; readonly depth: number },
): void {
  of.set(value, conjoinValueFacts(of.get(value) ?? noValueFacts, shown))
  if (depth >= dataflowLimits.maxDerivationDepth || of.size > dataflowLimits.maxOperands) return
  for (const { of: source, making } of values.madeOf(value)) {
    const left = throughMaking(
      cutForCheck(values, value, { shown: partAlone(values, value, { shown, making }), making }),
      making,
    )
    if (left) spread(values, source, withoutApplied(left), { of, depth: depth + 1 })
  }
  spreadTested(values, value, shown, { of, depth })
}

/** Removes the reference to a function that was applied to the value. It was not applied to the value's sources. */
const withoutApplied = (shown: ValueFacts): ValueFacts => (shown.applied ? { ...shown, applied: undefined } : shown)

/**
 * Records the check of a value as an undecided test of the values that it depends on, unless it proves something about
 * them.
 */
function spreadTested(
  values: Values,
  value: number,
  shown: ValueFacts,
  { of, depth }: { readonly of: Map<number, ValueFacts>; readonly depth: number },
): void {
  const isCompared = (shown.shown & FactBits.compared) !== 0
  const here = testedKinds(shown)
  if (here === 0 && !isCompared) return
  for (const { of: source, kinds, isHost } of values.dependencies.of(value)) {
    const known = of.get(source) ?? noValueFacts
    const passesOn = isCompared && (kinds & computed) !== 0
    const tested = ((here & kinds) | (isHost ? addresses : 0)) & ~testedKinds(known)
    const compared = passesOn ? FactBits.compared & ~known.shown : 0
    if (tested === 0 && compared === 0) continue
    spread(values, source, valueFacts({ tested, testedAt: shown.testedAt, shown: compared }), { of, depth: depth + 1 })
  }
}

const addresses = maskOf('url')

/** Adds a flaw if a check tests only the first word of a command. */
function partAlone(
  values: Values,
  value: number,
  { shown, making }: { readonly shown: ValueFacts; readonly making: Derivation },
): ValueFacts {
  const node = values.nodeOf(value)
  return making === takingItem && node >= 0 && (shown.cleared & maskOf('command')) !== 0
    ? { ...shown, flaws: [...shown.flaws, flaw('first-word-alone', node)] }
    : shown
}

/**
 * Adds a flaw if a check tests a path from which `..` was removed. Such a check says nothing about the original path.
 */
function cutForCheck(
  values: Values,
  value: number,
  { shown, making }: { readonly shown: ValueFacts; readonly making: Derivation },
): ValueFacts {
  const node = values.nodeOf(value)
  return ((making.tells ?? 0) & maskOf('path')) !== 0 && node >= 0 && (clearedKinds(shown) & maskOf('path')) !== 0
    ? { ...shown, flaws: [...shown.flaws, flaw('cut-for-check', node)] }
    : shown
}

/** Converts facts about a derived value to facts about the original one. Undefined if no facts remain. */
function throughMaking(shown: ValueFacts, making: Derivation): ValueFacts | undefined {
  const cleared = shown.cleared & making.checks
  const told = making.checks | (making.tells ?? 0)
  const flaws = shown.flaws.map((one) => ({ ...one, kinds: one.kinds & told })).filter(({ kinds }) => kinds !== 0)
  let bits = shown.shown & making.shows
  if (making === splitting && (shown.shown & FactBits.notParent) !== 0) bits |= FactBits.noParents
  const networks = making.passesNetworks ? shown.networks : 0
  if (making.resolvesNames && networks !== 0) bits |= FactBits.namesResolved
  const [denied, firstDenied] = making.keepsText || making.decodes ? [shown.denied, shown.firstDenied] : [0n, 0n]
  const tested = shown.tested & (making === puttingTogether ? allKinds : making.checks)
  const left = valueFacts({
    cleared,
    shown: bits,
    networks,
    denied,
    firstDenied,
    flaws,
    tested,
    relative: (making.checks & maskOf('path')) === 0 ? [] : shown.relative,
    testedAt: shown.testedAt,
  })
  return hasFacts(left) ? left : undefined
}

/** Returns facts about a collection, given facts about each of its elements. */
export function factsAboutElements(values: Values, collection: number, known: Facts): Facts {
  const of = new Map(known.of)
  for (const [value, shown] of known.of) {
    // Skips facts about values derived from the element, such as its host. They have already been converted to facts
    // about the element.
    if (values.collectionOf(value) !== collection) continue
    for (const [source, here] of factsAboutValue(values, collection, shown).of)
      of.set(source, conjoinValueFacts(of.get(source) ?? noValueFacts, here))
  }
  return { ...known, of }
}

/** Removes the facts about a collection's elements and about values derived from elements. */
export function withoutElements(values: Values, collection: number, known: Facts): Facts {
  const sources = (value: number) => values.madeOf(value).map(({ of }) => of)
  const isOfElement = (value: number) => reaches(value, (at) => values.collectionOf(at) === collection, sources)
  return { ...known, of: new Map([...known.of].filter(([value]) => !isOfElement(value))) }
}
