import { Op } from '../../ir/operations.ts'
import type { ConditionFacts } from './condition-facts.ts'
import type { Facts } from './facts.ts'
import type { GuardContext } from './guard-context.ts'
import { reaches } from './reaches.ts'
import { onlyTests } from './undecided/undecided-tests.ts'

/**
 * Returns the facts about values that the loop does not change. A variable that is carried from one iteration to the
 * next has a value after the loop that no iteration may have tested.
 */
export function sameAfter({ values, program }: GuardContext, loop: number, known: Facts): Facts {
  const isVariable = (node: number) => program.op(node) === Op.Phi && program.isWithin(program.regionAt(node), loop)
  const isOfTurn = (value: number) => {
    const node = values.nodeOf(value)
    return isVariable(node) || (program.op(node) === Op.LoadDynamic && isVariable(program.operand(node, 1)))
  }
  const sources = (value: number) => [...values.madeOf(value), ...values.dependencies.of(value)].map(({ of }) => of)
  return { ...known, of: new Map([...known.of].filter(([value]) => !reaches(value, isOfTurn, sources))) }
}

/**
 * Keeps the facts about values that an iteration creates. Facts about other values hold only if there was an iteration.
 * `isTested`: tests of elements are also tests of the collection.
 */
export function ofTurn({ values, program }: GuardContext, loop: number, known: Facts, isTested: boolean): Facts {
  const of = new Map(
    [...known.of].filter(([value]) => {
      // A field belongs to its object, regardless of where it is first read.
      let owner = value
      for (let field = values.attributeOf(owner); field; field = values.attributeOf(owner)) owner = field.of
      const node = values.nodeOf(owner)
      // A loop-carried variable refers to a different object by then.
      if (program.op(node) === Op.Phi) return false
      return values.collectionOf(owner) !== undefined || program.isWithin(program.regionAt(node), loop)
    }),
  )
  if (isTested) for (const [value, shown] of onlyTests(known)) if (!of.has(value)) of.set(value, shown)
  return { ...known, of }
}

/** Adds facts about a collection, based on facts about its elements in each iteration. */
export function ofAll({ values, program }: GuardContext, proofs: ConditionFacts, loop: number, known: Facts): Facts {
  let all = known
  for (const value of known.of.keys()) {
    const collection = values.collectionOf(value)
    const node = values.nodeOf(value)
    if (collection !== undefined && (node < 0 || program.isWithin(program.regionAt(node), loop)))
      all = proofs.aboutEachValue(collection, all)
  }
  return all
}
