import { Op } from '../../analysis/ir/operations.ts'
import { capturedNode, type ComparableFunction, nodeOperands, operandOf, placedHash } from './comparable-module.ts'
import { isContainer } from './containers.ts'
import type { FoundFunctions } from './found-functions.ts'
import { type FunctionMatches, isUnnamed, place } from './match-functions.ts'
import { hasSameReferences } from './same-use.ts'

/** Adds functions that did not change, but that another function replaces. */
export function addReplacedFunctions(matches: FunctionMatches, found: FoundFunctions): void {
  addRenamed(matches, found)
  for (const [one, other] of matches.afterOf) if (isContainer(one)) addOtherTargets(one, other, matches.afterOf, found)
}

/**
 * Adds functions whose code is unchanged under another name, while another function has their name: a fix often moves
 * the code of `parse` to an inner function, and checks the input in a new `parse`.
 */
function addRenamed({ afterOf, added }: FunctionMatches, found: FoundFunctions): void {
  const afterByPlace = new Map([...added, ...afterOf.values()].map((one) => [place(one), one]))
  const beforeOf = new Map([...afterOf].map(([one, other]) => [other, one]))
  for (const [one, other] of afterOf) {
    if (one.index === 0 || place(one) === place(other)) continue
    const now = afterByPlace.get(place(one))
    // Names that only shift, as after a minifier: the new holder of the name did not change either.
    if (!now || now === other || beforeOf.get(now)?.fingerprint === now.fingerprint) continue
    if (!isUnnamed(one) || refersTo(now, other)) found.add(one, 'changed')
  }
}

/** True if a function uses another one of the same file, or reads an attribute with its name. */
function refersTo({ module, references, nodes }: ComparableFunction, other: ComparableFunction): boolean {
  const { unit } = module
  const name = other.name.slice(other.name.lastIndexOf('.') + 1)
  return (
    (module === other.module &&
      references.some((node) => unit.ops[node] === Op.Closure && operandOf(unit, node, 0) === other.index)) ||
    nodes.some((node) => unit.ops[node] === Op.Load && unit.strings[operandOf(unit, node, 1)] === name)
  )
}

/** Adds functions of a module that an export, a table, or a registration no longer holds. */
function addOtherTargets(
  one: ComparableFunction,
  other: ComparableFunction,
  afterOf: FunctionMatches['afterOf'],
  found: FoundFunctions,
): void {
  const now = holdersIn(other)
  for (const [key, targets] of holdersIn(one)) {
    const others = now.get(key)
    if (others?.length !== targets.length) continue
    for (const [at, target] of targets.entries()) {
      const actual = others[at]
      if (!actual || afterOf.get(target) === actual) continue
      if (target.fingerprint === actual.fingerprint && hasSameReferences(target, actual, afterOf)) continue
      found.add(target, 'changed')
    }
  }
}

const holders: ReadonlySet<number> = new Set([Op.Store, Op.Export, Op.Property, Op.Call, Op.New])

/** Functions that nodes of a module hold, by what the nodes do apart from that. */
function holdersIn({ module, nodes }: ComparableFunction): ReadonlyMap<string, readonly ComparableFunction[]> {
  const { unit, functions } = module
  const found = new Map<string, ComparableFunction[]>()
  for (const node of nodes) {
    const op = unit.ops[node] ?? -1
    if (!holders.has(op) || (op === Op.Export && isShort(unit.strings[operandOf(unit, node, 0)]))) continue
    const targets = nodeOperands(unit, node)
      .map((operand) => capturedNode(unit, operand))
      .flatMap((operand) => (unit.ops[operand] === Op.Closure ? (functions[operandOf(unit, operand, 0)] ?? []) : []))
    if (targets.length === 0) continue
    const key = `${op} ${placedHash(module, node)}`
    const known = found.get(key)
    if (known) known.push(...targets)
    else found.set(key, targets)
  }
  return found
}

/** Bundlers choose short names for what their files export to each other. The names change with every release. */
const isShort = (name = '') => name.length <= 2
