import type { IrModule } from '../analysis/ir/ir-module.ts'
import { findHolders, type Holders } from './function-holders.ts'

/** Maximum length of a name path. Longer paths lose their start. */
const maxNameLength = 800

/**
 * Returns the name path of each function: the names of the enclosing functions and classes and its own name, joined by
 * `.`. The module body is `''`. A function without a name takes the name of the property, export, or class member that
 * holds it. Otherwise, it is `<1>`, `<2>`, … among the unnamed functions with the same enclosing function. A repeated
 * path gets a suffix: `parse#2`. Paths are unique in the module and independent of positions in the text.
 */
export function functionNames(unit: IrModule): readonly string[] {
  const holders = findHolders(unit)
  const names: string[] = ['']
  const taken = new Set(names)
  const repeated = new Map<string, number>()
  const unnamed = new Map<string, number>()
  for (let index = 1; index < unit.functions.length; index += 1) {
    const prefix = prefixOf(index, unit, holders, names)
    const own = ownNameOf(index, unit, holders) ?? `<${countUp(unnamed, prefix)}>`
    names.push(unique(joined(prefix, own), taken, repeated))
  }
  return names
}

function ownNameOf(index: number, unit: IrModule, { functions }: Holders): string | undefined {
  const { name = -1 } = unit.functions[index] ?? {}
  const { classIndex = -1, key } = functions[index] ?? {}
  const { creator = -1, name: className } = unit.classes[classIndex] ?? {}
  // JavaScript names the constructor of a class after the class.
  if (creator === index && (name < 0 || name === className)) return 'constructor'
  return unit.strings[name] ?? key
}

/** Returns the name path of the class or function that encloses a function. */
function prefixOf(index: number, unit: IrModule, holders: Holders, names: readonly string[]): string {
  const parent = unit.functions[index]?.parent ?? 0
  const classIndex = holders.functions[index]?.classIndex ?? -1
  const ofClass = classIndex >= 0 ? classIndex : (holders.initializers.get(parent) ?? -1)
  return ofClass < 0 ? (names[parent] ?? '') : pathOfClass(ofClass, unit, holders, names)
}

function pathOfClass(start: number, unit: IrModule, { classes }: Holders, names: readonly string[]): string {
  let path = ''
  let index = start
  for (;;) {
    const { node = -1, classIndex = -1, key } = classes[index] ?? {}
    const name = unit.strings[unit.classes[index]?.name ?? -1] ?? key ?? '<class>'
    path = joined(name, path)
    // A class precedes its body, so the node ids of enclosing classes decrease.
    const isNested = classIndex >= 0 && (classes[classIndex]?.node ?? -1) < node
    if (!isNested || path.length > maxNameLength)
      return joined(names[unit.regionFunctions[unit.regionOf[node] ?? -1] ?? 0] ?? '', path)
    index = classIndex
  }
}

function joined(prefix: string, name: string): string {
  const path = prefix === '' || name === '' ? prefix + name : `${prefix}.${name}`
  return path.length <= maxNameLength ? path : `…${path.slice(1 - maxNameLength)}`
}

function unique(path: string, taken: Set<string>, repeated: Map<string, number>): string {
  let name = path
  while (taken.has(name)) name = `${path}#${countUp(repeated, path) + 1}`
  taken.add(name)
  return name
}

function countUp(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1
  counts.set(key, next)
  return next
}
