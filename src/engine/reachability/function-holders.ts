import type { IrModule } from '../analysis/ir/ir-module.ts'
import { Op } from '../analysis/ir/operations.ts'

/** Where a module stores a function. */
export interface FunctionHolder {
  /** Index of the class that has the function as a member, or -1. */
  classIndex: number
  /** Name of the property, export, or member. */
  key: string | undefined
}

/** Where a module stores a class. */
export interface ClassHolder extends FunctionHolder {
  /** `Class` node, or -1 if the class is never created. */
  node: number
}

/** Holders of a module's functions and classes, by index. */
export interface Holders {
  readonly functions: readonly FunctionHolder[]
  readonly classes: readonly ClassHolder[]
  /** Class whose fields a function initializes. */
  readonly initializers: ReadonlyMap<number, number>
}

/** Finds the first property, export, or class member that holds each function and class. */
export function findHolders(unit: IrModule): Holders {
  const functions = unit.functions.map((): FunctionHolder => ({ classIndex: -1, key: undefined }))
  const classes = unit.classes.map((): ClassHolder => ({ classIndex: -1, key: undefined, node: -1 }))
  const holderOf = (node: number): FunctionHolder | undefined => {
    const operand = operandOf(unit, node, 0)
    if (unit.ops[node] === Op.Closure) return functions[operand]
    return unit.ops[node] === Op.Class ? classes[operand] : undefined
  }

  for (let node = 0; node < unit.ops.length; node += 1) {
    const held = unit.ops[node] === Op.Class ? classes[operandOf(unit, node, 0)] : undefined
    if (held && held.node < 0) held.node = node
  }
  const initializers = new Map<number, number>()
  for (const [index, { creator, initializer, members }] of unit.classes.entries()) {
    for (const { key, value } of members) hold(holderOf(value), unit.strings[key], index)
    if (creator >= 0) hold(functions[creator], undefined, index)
    if (initializer >= 0) {
      hold(functions[initializer], '<fields>', index)
      initializers.set(initializer, index)
    }
  }
  for (let node = 0; node < unit.ops.length; node += 1) {
    const stored = storedAt(unit, node)
    if (stored) hold(holderOf(stored.value), stored.key, classStoredInto(unit, stored.object))
  }
  return { functions, classes, initializers }
}

function hold(held: FunctionHolder | undefined, key: string | undefined, classIndex: number): void {
  if (held === undefined || held.classIndex >= 0) return
  held.key ??= key
  held.classIndex = classIndex
}

/** Operand of a node, or -1. */
function operandOf(unit: IrModule, node: number, index: number): number {
  return unit.operands[(unit.operandsAt[node] ?? 0) + index] ?? -1
}

interface Stored {
  /** -1 for properties of a literal, and for exports. */
  readonly object: number
  readonly key: string | undefined
  readonly value: number
}

function storedAt(unit: IrModule, node: number): Stored | undefined {
  const operand = (index: number) => operandOf(unit, node, index)
  switch (unit.ops[node]) {
    case Op.Store:
      return { object: operand(0), key: unit.strings[operand(1)], value: operand(2) }
    case Op.StoreDynamic:
      return { object: operand(0), key: computedKey(unit, operand(1)), value: operand(2) }
    case Op.Property:
    case Op.Export:
      return { object: -1, key: unit.strings[operand(0)], value: operand(1) }
    case Op.ComputedProperty:
      return { object: -1, key: computedKey(unit, operand(0)), value: operand(1) }
    default:
      return undefined
  }
}

/** Returns the text of a constant key, or `[iterator]` for `Symbol.iterator`. */
function computedKey(unit: IrModule, node: number): string | undefined {
  const text = unit.strings[operandOf(unit, node, 1)]
  if (unit.ops[node] === Op.Literal) return text
  return unit.ops[node] === Op.Load && text !== undefined ? `[${text}]` : undefined
}

/** Class of a method that the class body stores under a computed name. */
function classStoredInto(unit: IrModule, object: number): number {
  return unit.ops[object] === Op.Class ? operandOf(unit, object, 0) : -1
}
