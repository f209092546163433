import { dataflowLimits } from '../../dataflow-limits.ts'
import { maskOf } from '../../taint-kind.ts'
import { computed } from './dependencies.ts'
import { both, clearedIn, type Evidence, evidence, nothingShown, showsAnything, testedIn } from './value-facts.ts'
import { flaw } from './flaws.ts'
import type { Knowledge } from './facts.ts'
import { type Making, splitting, takingItem } from '../../models/sanitizers/makings.ts'
import { reaches } from './reaches.ts'
import type { Values } from './values.ts'
import { Shown } from './fact-bits.ts'

/** What follows for the values that a value was made of, when it is shown something. */
export function aboutValue(values: Values, value: number, shown: Evidence): Knowledge {
  const of = new Map<number, Evidence>()
  spread(values, value, shown, { of, depth: 0 })
  return { of, isImpossible: false }
}

function spread(
  values: Values,
  value: number,
  shown: Evidence,
  { of, depth }: { readonly of: Map<number, Evidence>; readonly depth: number },
): void {
  of.set(value, both(of.get(value) ?? nothingShown, shown))
  if (depth >= dataflowLimits.maxDerivationDepth || of.size > dataflowLimits.maxOperands) return
  for (const { of: source, making } of values.madeOf(value)) {
    const left = throughMaking(
      cutForCheck(values, value, { shown: partAlone(values, value, { shown, making }), making }),
      making,
    )
    if (left) spread(values, source, left, { of, depth: depth + 1 })
  }
  spreadTested(values, value, shown, { of, depth })
}

/**
 * Records the check of a value as an undecided test of the values that it depends on, unless the check proves something
 * about them.
 */
function spreadTested(
  values: Values,
  value: number,
  shown: Evidence,
  { of, depth }: { readonly of: Map<number, Evidence>; readonly depth: number },
): void {
  const isCompared = (shown.shown & Shown.compared) !== 0
  const here = testedIn(shown)
  if (here === 0 && !isCompared) return
  for (const { of: source, kinds, isHost } of values.dependencies.of(value)) {
    const known = of.get(source) ?? nothingShown
    const passesOn = isCompared && (kinds & computed) !== 0
    const tested = ((here & kinds) | (isHost ? addresses : 0)) & ~testedIn(known)
    const compared = passesOn ? Shown.compared & ~known.shown : 0
    if (tested === 0 && compared === 0) continue
    spread(values, source, evidence({ tested, testedAt: shown.testedAt, shown: compared }), { of, depth: depth + 1 })
  }
}

const addresses = maskOf('url')

/** A check of one part, where the whole is what counts. */
function partAlone(
  values: Values,
  value: number,
  { shown, making }: { readonly shown: Evidence; readonly making: Making },
): Evidence {
  const node = values.nodeOf(value)
  return making === takingItem && node >= 0 && (shown.cleared & maskOf('command')) !== 0
    ? { ...shown, flaws: [...shown.flaws, flaw('first-word-alone', node)] }
    : shown
}

/** A check of a path without its `..`, which says nothing about the path with them. */
function cutForCheck(
  values: Values,
  value: number,
  { shown, making }: { readonly shown: Evidence; readonly making: Making },
): Evidence {
  const node = values.nodeOf(value)
  return ((making.tells ?? 0) & maskOf('path')) !== 0 && node >= 0 && (clearedIn(shown) & maskOf('path')) !== 0
    ? { ...shown, flaws: [...shown.flaws, flaw('cut-for-check', node)] }
    : shown
}

/** What a check of what was made says of what it was made of; undefined for nothing. */
function throughMaking(shown: Evidence, making: Making): Evidence | undefined {
  const cleared = shown.cleared & making.checks
  const told = making.checks | (making.tells ?? 0)
  const flaws = shown.flaws.map((one) => ({ ...one, kinds: one.kinds & told })).filter(({ kinds }) => kinds !== 0)
  let bits = shown.shown & making.shows
  if (making === splitting && (shown.shown & Shown.notParent) !== 0) bits |= Shown.noParents
  const networks = making.passesNetworks ? shown.networks : 0
  if (making.resolvesNames && networks !== 0) bits |= Shown.namesResolved
  const [denied, firstDenied] = making.keepsText || making.decodes ? [shown.denied, shown.firstDenied] : [0n, 0n]
  const left = evidence({ cleared, shown: bits, networks, denied, firstDenied, flaws, testedAt: shown.testedAt })
  return showsAnything(left) ? left : undefined
}

/** What is shown of each element of a collection is shown of the collection. */
export function aboutElements(values: Values, collection: number, known: Knowledge): Knowledge {
  const of = new Map(known.of)
  for (const [value, shown] of known.of) {
    // A check of what an element makes, such as its host, is already known of the element as far as it counts there.
    if (values.collectionOf(value) !== collection) continue
    for (const [source, here] of aboutValue(values, collection, shown).of)
      of.set(source, both(of.get(source) ?? nothingShown, here))
  }
  return { ...known, of }
}

/** Without what is known of the elements of a collection, and of what is made of them. */
export function withoutElements(values: Values, collection: number, known: Knowledge): Knowledge {
  const sources = (value: number) => values.madeOf(value).map(({ of }) => of)
  const isOfElement = (value: number) => reaches(value, (at) => values.collectionOf(at) === collection, sources)
  return { ...known, of: new Map([...known.of].filter(([value]) => !isOfElement(value))) }
}
