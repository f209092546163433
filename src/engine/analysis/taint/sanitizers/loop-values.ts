import { Op } from '../../ir/operations.ts'
import type { ConditionFacts } from './condition-facts.ts'
import type { Facts } from './facts.ts'
import type { GuardContext } from './guard-context.ts'
import { reaches } from './reaches.ts'
import { onlyTests } from './undecided/undecided-tests.ts'

/**
 * Keeps the facts about values that the loop does not change. After the loop, a variable updated by the loop may have a
 * value that no iteration has tested.
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
 * Keeps only the facts about values created in an iteration. Facts about other values would hold only if the loop ran
 * at least once. `isTested`: tests of elements also count as tests of the collection.
 */
export function ofTurn({ values, program }: GuardContext, loop: number, known: Facts, isTested: boolean): Facts {
  const of = new Map(
    [...known.of].filter(([value]) => {
      // A field counts as created together with its object, even if the field is first read elsewhere.
      let owner = value
      for (let field = values.attributeOf(owner); field; field = values.attributeOf(owner)) owner = field.of
      const node = values.nodeOf(owner)
      // A variable updated by the loop refers to a different object afterward.
      if (program.op(node) === Op.Phi) return false
      return values.collectionOf(owner) !== undefined || program.isWithin(program.regionAt(node), loop)
    }),
  )
  if (isTested) for (const [value, shown] of onlyTests(known)) if (!of.has(value)) of.set(value, shown)
  return { ...known, of }
}

/** Adds the facts about a collection that follow from facts about its elements in each iteration. */
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
