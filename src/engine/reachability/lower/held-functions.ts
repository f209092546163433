import { Op } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'
import { calleeName } from '../graph/namespaces.ts'
import { originsOf } from '../graph/origins.ts'
import { selfOf } from '../graph/self-of.ts'
import type { FunctionPlace } from './lower-graph.ts'

/** Maximum number of collections and calls between a value and the attribute that holds it. */
const maxValues = 32

/** Functions of the runtime that return an argument, or a function that calls it. */
const passingFunctions: ReadonlySet<string> = new Set(['cast', 'partial'])

/**
 * Returns the name of the attribute of `self` that holds a value, also if it is in a collection of that attribute.
 * Undefined for values from elsewhere. Only for Python, where all instances of a class are one abstract value.
 */
export function holdingAttribute(module: LoadedModule, value: number): string | undefined {
  if (module.unit.language !== 'python') return undefined
  const seen = new Set([value])
  for (const one of seen) {
    if (seen.size > maxValues) return undefined
    for (const origin of originsOf(module, one) ?? []) {
      if (module.op(origin) === Op.Load && isSelf(module, module.operand(origin, 0)))
        return one === value ? module.text(origin, 1) : `${module.text(origin, 1)}[]`
      for (const inner of holdersOf(module, origin)) seen.add(inner)
    }
  }
  return undefined
}

/** Values that a value is read from: `self.callbacks[name]`, `self.callbacks.get(name)`, `cast(Type, self.callback)` */
function holdersOf(module: LoadedModule, value: number): readonly number[] {
  const op = module.op(value)
  const first = module.operand(value, 0)
  if (op === Op.LoadDynamic || op === Op.Element) return [first]
  if (op !== Op.Call) return []
  if (passingFunctions.has(calleeName(module, first)))
    return Array.from({ length: module.operandCount(value) - 1 }, (_, index) => module.operand(value, index + 1))
  return module.op(first) === Op.Load ? [module.operand(first, 0)] : []
}

function isSelf(module: LoadedModule, value: number): boolean {
  return (
    originsOf(module, value)?.some(
      (one) =>
        module.op(one) === Op.Self ||
        (module.op(one) === Op.Parameter && one === selfOf(module, module.functionOf(one))),
    ) ?? false
  )
}

/**
 * Reports whether another instance may hold a function in an attribute of `self`. Not if the function is a method with
 * the name of the attribute, or a method of the class whose code calls it.
 */
export function mayBeOfAnother(
  module: LoadedModule,
  { node, heldBy, target }: { readonly node: number; readonly heldBy: string; readonly target: FunctionPlace },
): boolean {
  const members = membersOf(target.module).get(target.local) ?? []
  const callers = target.module === module ? (membersOf(module).get(module.functionOf(node)) ?? []) : []
  return !members.some(({ name, of }) => name === heldBy || callers.some((caller) => caller.of === of))
}

/** A member of a class that holds a function. `of`: index of the class. */
interface Member {
  readonly name: string
  readonly of: number
}

const membersByModule = new WeakMap<LoadedModule, ReadonlyMap<number, readonly Member[]>>()

/** Members of all classes of a file, by the functions that they hold. */
function membersOf(module: LoadedModule): ReadonlyMap<number, readonly Member[]> {
  const known = membersByModule.get(module)
  if (known) return known
  const found = new Map<number, Member[]>()
  for (const [of, { members }] of module.unit.classes.entries())
    for (const { key, value } of members)
      for (const one of originsOf(module, value) ?? [value]) {
        if (module.op(one) !== Op.Closure) continue
        const member = { name: module.unit.strings[key] ?? '', of }
        const local = module.operand(one, 0)
        const list = found.get(local)
        if (list) list.push(member)
        else found.set(local, [member])
      }
  membersByModule.set(module, found)
  return found
}
