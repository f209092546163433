import type { IrModule } from '../../analysis/ir/ir-module.ts'
import { Op } from '../../analysis/ir/operations.ts'
import { type ComparableFunction, type ComparableModule, operandOf } from './comparable-module.ts'
import type { FunctionMatches } from './match-functions.ts'

type AfterOf = FunctionMatches['afterOf']

/** True if a function of the fixed version is the same one as before, or a copy that does the same. */
export function isSameFunction(one: ComparableFunction, other: ComparableFunction, afterOf: AfterOf): boolean {
  const match = afterOf.get(one)
  if (match === other || one.name === other.name) return true
  return one.fingerprint === other.fingerprint && (!match || hasSameReferences(one, other, afterOf))
}

/** True if two identical functions use corresponding functions, classes, and variables of the enclosing functions. */
export function hasSameReferences(one: ComparableFunction, other: ComparableFunction, afterOf: AfterOf): boolean {
  const [unit, otherUnit] = [one.module.unit, other.module.unit]
  return one.references.every((node, index) => {
    const otherNode = other.references[index] ?? -1
    if (unit.ops[node] !== otherUnit.ops[otherNode]) return false
    if (unit.ops[node] === Op.Class) return classNameOf(unit, node) === classNameOf(otherUnit, otherNode)
    if (unit.ops[node] !== Op.Closure) return one.module.hashes.nodes[node] === other.module.hashes.nodes[otherNode]
    const target = one.module.functions[operandOf(unit, node, 0)]
    const otherTarget = other.module.functions[operandOf(otherUnit, otherNode, 0)]
    if (!target || !otherTarget) return false
    return afterOf.get(target) === otherTarget || target.fingerprint === otherTarget.fingerprint
  })
}

/** True for imports of files of the same package, which move and get renamed. */
export function isLocalImport(unit: IrModule, node: number): boolean {
  return unit.ops[node] === Op.Import && (unit.strings[operandOf(unit, node, 0)] ?? '').startsWith('.')
}

/** True if a function uses another local import than before, and the file still has the old one. */
export function isOtherImport(unit: IrModule, node: number, otherUnit: IrModule, otherNode: number): boolean {
  if (!isLocalImport(unit, node)) return false
  const [before, after] = [importOf(unit, node), importOf(otherUnit, otherNode)]
  return before !== after && !isGenerated(unit, node) && importsOf(otherUnit).has(before)
}

const importOf = (unit: IrModule, node: number) =>
  `${unit.strings[operandOf(unit, node, 0)]}\0${unit.strings[operandOf(unit, node, 1)]}`

/** Bundlers number files, and shorten the names of their exports. Both change with every release. */
const isGenerated = (unit: IrModule, node: number) =>
  /\d/.test(unit.strings[operandOf(unit, node, 0)] ?? '') ||
  /^[A-Za-z_$]{1,2}$/.test(unit.strings[operandOf(unit, node, 1)] ?? '')

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

/** A class that a function uses, as a node of its file. */
interface UsedClass {
  readonly module: ComparableModule
  readonly node: number
}

/** True if a function uses another class than before: neither the name nor the methods correspond. */
export function isOtherClass(one: UsedClass, other: UsedClass, afterOf: AfterOf): boolean {
  if (one.module.unit.ops[one.node] !== Op.Class) return false
  const before = classNameOf(one.module.unit, one.node)
  if (before === classNameOf(other.module.unit, other.node)) return false
  if (!classNamesOf(other.module.unit).has(before)) return false
  const now = new Set(methodsOf(other))
  return !methodsOf(one).some((method) => {
    const match = afterOf.get(method)
    return match !== undefined && now.has(match)
  })
}

const classNameOf = (unit: IrModule, node: number) => unit.strings[unit.classes[operandOf(unit, node, 0)]?.name ?? -1]

const namesOfModules = new WeakMap<IrModule, ReadonlySet<string | undefined>>()

function classNamesOf(unit: IrModule): ReadonlySet<string | undefined> {
  const known = namesOfModules.get(unit) ?? new Set(unit.classes.map(({ name }) => unit.strings[name]))
  namesOfModules.set(unit, known)
  return known
}

function methodsOf({ module: { unit, functions }, node }: UsedClass): ComparableFunction[] {
  const used = unit.classes[operandOf(unit, node, 0)]
  if (!used) return []
  const methods = used.members.flatMap(({ value }) =>
    unit.ops[value] === Op.Closure ? [operandOf(unit, value, 0)] : [],
  )
  return [...methods, used.creator].flatMap((index) => functions[index] ?? [])
}
