import { Op } from '../../analysis/ir/operations.ts'
import { changedNodes, signsOf } from './changed-nodes.ts'
import { classChanges } from './class-changes.ts'
import { type ComparableFunction, type ComparableModule, functionOfNode, operandOf } from './comparable-module.ts'
import { containerChange } from './container-changes.ts'
import { isContainer, stateHashes } from './containers.ts'
import type { FoundFunctions } from './found-functions.ts'
import type { FunctionMatches } from './match-functions.ts'
import { readersOfKey } from './readers.ts'
import { addReplacedFunctions } from './replaced-functions.ts'
import { isLocalImport, isOtherClass, isOtherImport, isSameFunction } from './same-use.ts'

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
  const beforeOf = new Map([...afterOf].map(([one, other]) => [other, one]))
  for (const [one, other] of afterOf) {
    if (one.fingerprint === other.fingerprint) continue
    const changed = changedNodes(one, other)
    if (!isContainer(one)) {
      found.add(one, 'changed', signsOf(one, other, changed))
      continue
    }
    const indexBefore = (index: number) => {
      const inner = other.module.functions[index]
      const match = inner && beforeOf.get(inner)
      return match?.module === one.module ? match.index : undefined
    }
    const change = containerChange(one, other, changed, indexBefore)
    for (const index of change.registered) addFunction(one.module, index, found)
    if (change.hasOwnEffect) found.add(one, 'changed', signsOf(one, other, changed))
    for (const [key, isCaptured] of change.keys) exported.push(addReaders(one.module, key, isCaptured, found))
  }
  for (const [before, after] of matchedModules(matches)) {
    const { keys, functions } = classChanges(before, after)
    for (const index of functions) addFunction(before, index, found)
    for (const key of keys) exported.push(addReaders(before, key, false, found))
  }
  addReplacedFunctions(matches, found)
  addByReferences(matches, found)
  return exported
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
        if (!target || !otherTarget || isSameFunction(target, otherTarget, afterOf)) continue
        if (one.fingerprint === other.fingerprint) found.add(one, 'calls-added')
        break
      }
      const holder = one.module.functions[functionOfNode(unit, reference)]
      const [used, otherUsed] = [
        { module: one.module, node: reference },
        { module: other.module, node: otherReference },
      ]
      if (isOtherClass(used, otherUsed, afterOf) || isOtherImport(unit, reference, otherUnit, otherReference))
        found.add(one, 'reads-changed')
      if (op === Op.Class || isLocalImport(unit, reference) || !holder || !isContainer(holder)) continue
      if (stateOf(one, reference) !== stateOf(other, otherReference)) found.add(one, 'reads-changed')
    }
  }
}
