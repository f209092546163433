import type { IrModule } from '../../analysis/ir/ir-module.ts'
import { Op } from '../../analysis/ir/operations.ts'
import { capturedNode, type ComparableFunction, type ComparableModule, operandOf } from './comparable-module.ts'
import { derivationLimits } from './derivation-limits.ts'

/** Returns the functions of a module that read a property. Empty if too many functions read it. */
export function readersOfKey(module: ComparableModule, key: string): readonly ComparableFunction[] {
  const readers = readersByKey.get(module) ?? findReaders(module)
  readersByKey.set(module, readers)
  const found = readers.get(key)
  return found && found.size <= derivationLimits.maxReadersPerKey ? [...found] : []
}

const readersByKey = new WeakMap<ComparableModule, ReadonlyMap<string, ReadonlySet<ComparableFunction>>>()

function findReaders({ unit, functions }: ComparableModule): ReadonlyMap<string, ReadonlySet<ComparableFunction>> {
  const readers = new Map<string, Set<ComparableFunction>>()
  for (const one of functions) {
    if (one.index === 0) continue
    for (const node of one.nodes) {
      if (unit.ops[node] !== Op.Load) continue
      const key = keyOf(unit, node) ?? ''
      const known = readers.get(key)
      if (known) known.add(one)
      else readers.set(key, new Set([one]))
    }
  }
  return readers
}

/** Returns the functions of other files that import a file and read one of its exports, or `*` for any export. */
export function importersOf(
  modules: readonly ComparableModule[],
  file: string,
  exported: string,
): readonly ComparableFunction[] {
  const stem = stemOf(file)
  const readers = modules.flatMap((module) =>
    module.path === file
      ? []
      : module.functions.filter((one) => one.nodes.some((node) => reads(module.unit, node, stem, exported))),
  )
  if (readers.length > derivationLimits.maxReadersPerKey) return []
  // Every module body that imports the file refers to it, but only functions use it.
  const functions = readers.filter(({ index }) => index !== 0)
  return functions.length > 0 ? functions : readers
}

function reads(unit: IrModule, node: number, stem: string, exported: string): boolean {
  const op = unit.ops[node]
  if (op === Op.Capture || op === Op.Import) {
    const source = capturedNode(unit, node)
    if (!isImportOf(unit, source, stem)) return isReadOf(unit, source, stem, exported)
    const name = unit.strings[operandOf(unit, source, 1)]
    return exported === '*' || name === exported
  }
  return isReadOf(unit, node, stem, exported)
}

/** True for `imported.exported`. */
function isReadOf(unit: IrModule, node: number, stem: string, exported: string): boolean {
  return (
    unit.ops[node] === Op.Load &&
    (exported === '*' || keyOf(unit, node) === exported) &&
    isImportOf(unit, capturedNode(unit, operandOf(unit, node, 0)), stem)
  )
}

function isImportOf(unit: IrModule, node: number, stem: string): boolean {
  if (unit.ops[node] !== Op.Import) return false
  const specifier = unit.strings[operandOf(unit, node, 0)] ?? ''
  return stemOf(specifier.replaceAll(/\.(?=[^./]*$)/g, '/')) === stem || stemOf(specifier) === stem
}

/** Name of a file or module without folders and extension. The folder for an `index` or `__init__` file. */
export function stemOf(path: string): string {
  const parts = path
    .replace(/\.(?:[cm]?[jt]sx?|py|json)$/, '')
    .replace(/\/(?:index|__init__)$/, '')
    .split('/')
  return parts.at(-1) ?? ''
}

const keyOf = (unit: IrModule, load: number) => unit.strings[operandOf(unit, load, 1)]
