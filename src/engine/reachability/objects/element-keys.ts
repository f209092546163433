import { LiteralKind, Op } from '../../analysis/ir/operations.ts'
import { keysOf, type Keys } from '../graph/keys.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'
import { originsOf } from '../graph/origins.ts'

/** Returns the keys that a value may be. Symbols that its file creates count as names that no text has. */
export function elementKeys(module: LoadedModule, key: number): Keys {
  const keys = keysOf(module, key)
  if (keys.kind !== 'unknown') return keys
  const names: string[] = []
  for (const one of originsOf(module, key) ?? []) {
    const name = symbolName(module, one)
    if (name === undefined) return keys
    names.push(name)
  }
  return names.length > 0 ? { kind: 'names', names } : keys
}

/** `Symbol('text')` and `Symbol.for('text')` */
function symbolName(module: LoadedModule, value: number): string | undefined {
  if (module.op(value) !== Op.Call) return undefined
  const callee = module.operand(value, 0)
  if (isSymbol(module, callee)) return `@@${module.index}:${value}`
  const isShared = module.op(callee) === Op.Load && module.text(callee, 1) === 'for'
  if (!isShared || module.operandCount(value) !== 2 || !isSymbol(module, module.operand(callee, 0))) return undefined
  const text = module.operand(value, 1)
  const isText = module.op(text) === Op.Literal && module.operand(text, 0) === LiteralKind.string
  return isText ? `@@for:${module.text(text, 1)}` : undefined
}

const isSymbol = (module: LoadedModule, value: number) =>
  module.op(value) === Op.Global && module.text(value, 0) === 'Symbol'
