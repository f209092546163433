import { Op } from '../../analysis/ir/operations.ts'
import type { ComparableModule } from './comparable-module.ts'
import { Hasher } from './hasher.ts'

/** Changes of classes, apart from their methods. */
export interface ClassChanges {
  /** Class attributes whose values changed. */
  readonly keys: readonly string[]
  /** Functions of classes whose base classes changed. */
  readonly functions: readonly number[]
}

/** Compares the attributes and base classes of the classes with the same name. */
export function classChanges(before: ComparableModule, after: ComparableModule): ClassChanges {
  const others = new Map(describedClasses(after).map((one) => [one.name, one]))
  const keys = new Set<string>()
  const functions = new Set<number>()
  for (const one of describedClasses(before)) {
    const other = others.get(one.name)
    if (!other) continue
    if (one.bases !== other.bases) for (const index of one.functions) functions.add(index)
    for (const [key, hash] of one.attributes) if (other.attributes.get(key) !== hash) keys.add(key)
    for (const key of other.attributes.keys()) if (!one.attributes.has(key)) keys.add(key)
  }
  return { keys: [...keys], functions: [...functions] }
}

interface DescribedClass {
  readonly name: string
  readonly bases: number
  readonly attributes: ReadonlyMap<string, number>
  readonly functions: readonly number[]
}

function describedClasses({ unit, hashes }: ComparableModule): DescribedClass[] {
  const repeated = new Map<string, number>()
  return unit.classes.map(({ name, bases, members, creator }) => {
    const text = unit.strings[name] ?? ''
    const count = (repeated.get(text) ?? 0) + 1
    repeated.set(text, count)
    const hasher = new Hasher()
    for (const base of bases) hasher.addHash(hashes.nodes[base] ?? 0)
    const attributes = new Map<string, number>()
    const functions = creator < 0 ? [] : [creator]
    for (const { key, value } of members) {
      const op = unit.ops[value]
      const operand = unit.operands[unit.operandsAt[value] ?? 0] ?? 0
      if (op === Op.Closure) functions.push(operand)
      else if (op !== Op.Class) attributes.set(unit.strings[key] ?? '', hashes.nodes[value] ?? 0)
    }
    return { name: `${text}#${count}`, bases: hasher.value(), attributes, functions }
  })
}
