import type { IrModule } from '../../analysis/ir/ir-module.ts'
import { Op } from '../../analysis/ir/operations.ts'
import { changedNodes, signsOf } from './changed-nodes.ts'
import { classChanges } from './class-changes.ts'
import { type ComparableFunction, type ComparableModule, functionOfNode, operandOf } from './comparable-module.ts'
import { containerChange } from './container-changes.ts'
import { isContainer, stateHashes } from './containers.ts'
import type { FoundFunctions } from './found-functions.ts'
import { type FunctionMatches, isUnnamed, place } from './match-functions.ts'
import { readersOfKey } from './readers.ts'

/** A property or export of a file whose value changed. */
export interface ChangedExport {
  readonly path: string
  /** `*` for the whole module. */
  readonly key: string
  /** Module body to list if no function of the package reads the value. Undefined if a function does. */
  readonly unread: ComparableFunction | undefined
}

/** Adds the functions that changed, and returns the exported state that changed. */
export function findChangedFunctions(matches: FunctionMatches, found: FoundFunctions): ChangedExport[] {
  const { afterOf, removed } = matches
  const exported: ChangedExport[] = []
  for (const one of removed) if (one.index !== 0) found.add(one, 'removed')
  const matchedAfter = new Set(afterOf.values())
  for (const [one, other] of afterOf) {
    if (one.fingerprint === other.fingerprint) continue
    const changed = changedNodes(one, other)
    if (!isContainer(one)) {
      found.add(one, 'changed', signsOf(one, other, changed))
      continue
    }
    const isMatched = (index: number) => {
      const inner = other.module.functions[index]
      return inner !== undefined && matchedAfter.has(inner)
    }
    const change = containerChange(one, other, changed, isMatched)
    for (const index of change.registered) addFunction(one.module, index, found)
    if (change.hasOwnEffect) found.add(one, 'changed', signsOf(one, other, changed))
    for (const [key, isCaptured] of change.keys) exported.push(addReaders(one.module, key, isCaptured, found))
  }
  for (const [before, after] of matchedModules(matches)) {
    const { keys, functions } = classChanges(before, after)
    for (const index of functions) addFunction(before, index, found)
    for (const key of keys) exported.push(addReaders(before, key, false, found))
  }
  addReplaced(matches, found)
  addByReferences(matches, found)
  return exported
}

/**
 * Adds functions whose code is unchanged under another name, while another function has their name: a fix often moves
 * the code of `parse` to an inner function, and checks the input in a new `parse`.
 */
function addReplaced({ afterOf, added }: FunctionMatches, found: FoundFunctions): void {
  const afterByPlace = new Map([...added, ...afterOf.values()].map((one) => [place(one), one]))
  for (const [one, other] of afterOf) {
    if (one.index === 0 || isUnnamed(one) || place(one) === place(other)) continue
    const now = afterByPlace.get(place(one))
    if (now && now !== other) found.add(one, 'changed')
  }
}

/** Adds the functions of the file that read a changed property. */
function addReaders(module: ComparableModule, key: string, isCaptured: boolean, found: FoundFunctions): ChangedExport {
  const readers = readersOfKey(module, key)
  for (const reader of readers) found.add(reader, 'reads-changed')
  const isRead = isCaptured || readers.length > 0
  return { path: module.path, key: key === 'exports' ? '*' : key, unread: isRead ? undefined : module.functions[0] }
}

function addFunction({ functions }: ComparableModule, index: number, found: FoundFunctions): void {
  const one = functions[index]
  if (one) found.add(one, 'changed')
}

/** Files whose module bodies match. */
function matchedModules({ afterOf }: FunctionMatches): (readonly [ComparableModule, ComparableModule])[] {
  return [...afterOf].flatMap(([one, other]) =>
    one.index === 0 && other.index === 0 ? [[one.module, other.module] as const] : [],
  )
}

/** Adds functions that do the same with other functions or with other module state. */
function addByReferences({ afterOf }: FunctionMatches, found: FoundFunctions): void {
  const states = new Map<ComparableModule, (node: number) => number>()
  const stateOf = (one: ComparableFunction, node: number) => {
    const known = states.get(one.module) ?? stateHashes(one)
    states.set(one.module, known)
    return known(node)
  }
  for (const [one, other] of afterOf) {
    if (one.index === 0) continue
    for (const [index, reference] of one.references.entries()) {
      const otherReference = other.references[index]
      if (otherReference === undefined) break
      const [unit, otherUnit] = [one.module.unit, other.module.unit]
      const op = unit.ops[reference]
      if (op !== otherUnit.ops[otherReference]) {
        if (one.fingerprint === other.fingerprint) found.add(one, 'reads-changed')
        break
      }
      if (op === Op.Closure) {
        const target = one.module.functions[operandOf(unit, reference, 0)]
        const otherTarget = other.module.functions[operandOf(otherUnit, otherReference, 0)]
        if (!target || !otherTarget || isSame(target, otherTarget, afterOf)) continue
        if (one.fingerprint === other.fingerprint) found.add(one, 'calls-added')
        break
      }
      const holder = one.module.functions[functionOfNode(unit, reference)]
      if (isOtherClass(one, other, reference, otherReference) || isOtherImport(one, other, reference, otherReference))
        found.add(one, 'reads-changed')
      if (op === Op.Class || isLocalImport(unit, reference) || !holder || !isContainer(holder)) continue
      if (stateOf(one, reference) !== stateOf(other, otherReference)) found.add(one, 'reads-changed')
    }
  }
}

const isSame = (
  one: ComparableFunction,
  other: ComparableFunction,
  afterOf: ReadonlyMap<ComparableFunction, ComparableFunction>,
) => {
  const match = afterOf.get(one)
  return match === other || one.name === other.name || (!match && one.fingerprint === other.fingerprint)
}

/** True for imports of files of the same package, which move and get renamed. */
function isLocalImport(unit: IrModule, node: number): boolean {
  return unit.ops[node] === Op.Import && (unit.strings[operandOf(unit, node, 0)] ?? '').startsWith('.')
}

/** True if a function uses another local import than before, and the file still has the old one. */
function isOtherImport(
  { module: { unit } }: ComparableFunction,
  { module: { unit: otherUnit } }: ComparableFunction,
  node: number,
  otherNode: number,
): boolean {
  if (!isLocalImport(unit, node)) return false
  const [before, after] = [importOf(unit, node), importOf(otherUnit, otherNode)]
  return before !== after && importsOf(otherUnit).has(before)
}

const importOf = (unit: IrModule, node: number) =>
  `${unit.strings[operandOf(unit, node, 0)]}\0${unit.strings[operandOf(unit, node, 1)]}`

/** Imports of a file, as specifiers and names. */
const importsOfModules = new WeakMap<IrModule, ReadonlySet<string>>()

function importsOf(unit: IrModule): ReadonlySet<string> {
  const known = importsOfModules.get(unit)
  if (known) return known
  const imports = new Set<string>()
  for (let node = 0; node < unit.ops.length; node += 1)
    if (unit.ops[node] === Op.Import) imports.add(importOf(unit, node))
  importsOfModules.set(unit, imports)
  return imports
}

/** True if a function uses another class than before, and the file still has the old one. */
function isOtherClass(
  { module: { unit } }: ComparableFunction,
  { module: { unit: otherUnit } }: ComparableFunction,
  node: number,
  otherNode: number,
): boolean {
  if (unit.ops[node] !== Op.Class) return false
  const [before, after] = [className(unit, node), className(otherUnit, otherNode)]
  return before !== after && otherUnit.classes.some(({ name }) => otherUnit.strings[name] === before)
}

const className = (unit: IrModule, node: number) => unit.strings[unit.classes[operandOf(unit, node, 0)]?.name ?? -1]
