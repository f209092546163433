import { Op, RegionKind } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { collecting, collectingAddresses, heldAddress, puttingTogether } from '../../models/sanitizers/derivations.ts'
import { isAddressIn } from './address-ways.ts'
import { namesOfCall } from './call-names.ts'
import { commonSources, type DerivedValues, type Made } from './derived-values.ts'
import { partNodes } from './literals.ts'
import { seenThrough } from './seen-through.ts'

interface ListValues extends DerivedValues {
  /** Returns the value number that represents any element of a collection. */
  element(of: number): number
  /** Returns the collection if a value may be any of its elements. */
  collectionOf(value: number): number | undefined
}

/** Returns the values that a string, list, or object literal consists of. */
export function writtenParts(known: KnownProgram, values: ListValues, node: number): readonly Made[] {
  const { program } = known
  const op = program.op(node)
  const parts = partNodes(program, node).map((part) => {
    const of = values.of(part)
    const isHeld = op === Op.ArrayOf || (program.op(part) === Op.Property && program.text(part, 0) === 'address')
    if (!isHeld) return { of, making: puttingTogether }
    const isAddress = isAddressIn(known, program.regionAt(node), (one) => values.of(one) === of)
    return { of, making: op !== Op.ArrayOf ? heldAddress(isAddress) : isAddress ? collectingAddresses : collecting }
  })
  return op === Op.ArrayOf && isComprehension(program, node)
    ? [...parts, ...parts.flatMap(({ of }) => collectionsOf(values, of))]
    : parts
}

/**
 * Reports whether a list has one item per iteration of a loop, as a comprehension has. It is used by a phi with one
 * operand, in the region of the loop.
 */
function isComprehension(program: Program, list: number): boolean {
  const region = program.regionAt(list)
  // In a region nested in the loop, a condition may skip items.
  return (
    program.operandCount(list) === 1 &&
    program.regionKinds[region] === RegionKind.loop &&
    program
      .users(list)
      .some(
        (user) =>
          program.op(user) === Op.Phi &&
          program.operandCount(user) === 2 &&
          program.operand(user, 0) === list &&
          program.regionKinds[program.operand(user, 1)] === RegionKind.loop &&
          program.isWithin(region, program.operand(user, 1)),
      )
  )
}

/**
 * Returns the collections whose elements a value is derived from, if facts about the value also hold for these
 * elements.
 */
function collectionsOf(values: ListValues, value: number): readonly Made[] {
  return commonSources(values, [value]).flatMap(({ of, making }) => {
    const collection = values.collectionOf(of)
    return collection === undefined ? [] : [{ of: collection, making }]
  })
}

/**
 * Returns how the result of `list.map(make)` is derived from the list, given how the callback derives its result from
 * an element. Undefined if the callback is unknown or uses something else.
 */
export function mappedParts(
  known: KnownProgram,
  values: ListValues,
  call: number,
  ofFunction: (functionIndex: number) => Made['making'] | undefined,
): readonly Made[] | undefined {
  const { program, references } = known
  const { method, receiver } = namesOfCall(known, call)
  const mapper = seenThrough(known, program.operand(call, 1))
  if (method !== 'map' || mapper < 0 || references.callees(call).length > 0) return undefined
  const [index, ...others] =
    program.op(mapper) === Op.Closure ? [program.operand(mapper, 0)] : references.functions(mapper)
  if (index === undefined || others.length > 0) return undefined
  const collection = values.of(receiver)
  const element = values.element(collection)
  const returned = (program.functions[index]?.returns ?? [])
    .filter((node) => !program.isDead(node))
    .map((node) => values.of(program.operand(node, 0)))
  const making = commonSources(values, returned).find(({ of }) => of === element)?.making ?? ofFunction(index)
  return making && [{ of: collection, making }]
}

/**
 * Returns the node at an index of a list: an item of a list literal, or the value of a promise in `await
 * Promise.all([…])`. Undefined for other lists.
 */
export function listedItem(known: KnownProgram, node: number, key: string): number | undefined {
  const { program } = known
  if (!/^\d{1,3}$/.test(key)) return undefined
  const list =
    program.op(node) === Op.Call && isAllOf(known, node) ? seenThrough(known, program.operand(node, 1)) : node
  if (program.op(list) !== Op.ArrayOf || Number(key) >= program.operandCount(list)) return undefined
  for (let index = 0; index <= Number(key); index += 1)
    if (program.op(program.operand(list, index)) === Op.Spread) return undefined
  return program.operand(list, Number(key))
}

const isAllOf = (known: KnownProgram, call: number) => namesOfCall(known, call).externals.includes('Promise.all')
