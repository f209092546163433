import { Op } from '../../analysis/ir/operations.ts'
import { interopHelpers } from './known-names.ts'
import type { LoadedModule } from './loaded-module.ts'
import { originsOf } from './origins.ts'
import { isOwnExports } from './own-exports.ts'

/** Returns the import of a whole module or its default export that a value is, also through helpers of compilers. */
export function importedNamespace(module: LoadedModule, value: number): number | undefined {
  if (module.op(value) === Op.Import) {
    const name = module.text(value, 1)
    return name === '*' || name === 'default' ? value : undefined
  }
  if (module.op(value) === Op.Load && module.text(value, 1) === 'default') {
    const [inner, ...others] = originsOf(module, module.operand(value, 0)) ?? []
    return inner === undefined || others.length > 0 ? undefined : importedNamespace(module, inner)
  }
  if (module.op(value) !== Op.Call || !isInteropCall(module, value)) return undefined
  const [argument, ...others] = originsOf(module, module.operand(value, 1)) ?? []
  return argument !== undefined && others.length === 0 && module.op(argument) === Op.Import ? argument : undefined
}

/** Reports whether a call only wraps an imported module. */
export function isInteropCall(module: LoadedModule, call: number): boolean {
  if (module.operandCount(call) < 2) return false
  return interopHelpers.has(calleeName(module, module.operand(call, 0)))
}

/** Name of the called function: a global, an import, an attribute, or a function of the file. */
export function calleeName(module: LoadedModule, callee: number): string {
  for (const origin of originsOf(module, callee) ?? []) {
    const op = module.op(origin)
    const name =
      op === Op.Global
        ? module.text(origin, 0)
        : op === Op.Load || op === Op.Import
          ? module.text(origin, 1)
          : op === Op.Closure
            ? (module.unit.strings[module.unit.functions[module.operand(origin, 0)]?.name ?? -1] ?? '')
            : ''
    if (name !== '') return name
  }
  return ''
}

/** Reports whether a value may be the exports of a module, whose attributes are only read through the module. */
export function mayBeNamespace(module: LoadedModule, value: number): boolean {
  const origins = originsOf(module, value)
  return origins?.some((one) => isOwnExports(module, one) || importedNamespace(module, one) !== undefined) ?? true
}
