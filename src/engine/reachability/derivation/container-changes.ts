import type { IrModule } from '../../analysis/ir/ir-module.ts'
import { Op } from '../../analysis/ir/operations.ts'
import type { ChangedNodes } from './changed-nodes.ts'
import { type ComparableFunction, operandOf } from './comparable-module.ts'
import { capturedVariables, functionsIn, hasEffect, stateNodes } from './containers.ts'

/** What changed in the body of a module, apart from its functions. */
export interface ContainerChange {
  /** Functions of the affected version whose registration changed, for example by another decorator. */
  readonly registered: readonly number[]
  /** Properties and exports whose values changed, and whether functions of the module use the variable. */
  readonly keys: ReadonlyMap<string, boolean>
  /** True if the body itself runs other code. */
  readonly hasOwnEffect: boolean
}

/**
 * Classifies the changes in a module body: state, registrations of functions, and effects of its own. `indexBefore`
 * returns the function of the affected version that a function of the fixed version corresponds to.
 */
export function containerChange(
  before: ComparableFunction,
  after: ComparableFunction,
  changed: ChangedNodes,
  indexBefore: (index: number) => number | undefined,
): ContainerChange {
  const registered = new Set<number>()
  const keys = new Map<string, boolean>()
  let hasOwnEffect = false
  for (const [{ module }, nodes, isBefore] of [
    [before, changed.before, true],
    [after, changed.after, false],
  ] as const) {
    const { unit } = module
    const isState = stateNodes(unit)
    for (const node of nodes) {
      const op = unit.ops[node]
      if (!hasEffect(op)) continue
      const key = storedKey(unit, node)
      const { functions, isCut } = functionsIn(unit, node)
      if (isState[node] === 1 && functions.length === 0) continue
      if (key !== undefined) {
        const value = operandOf(unit, node, op === Op.Export ? 1 : 2)
        if (isVersionKey(key) || unit.ops[value] === Op.Closure || unit.ops[value] === Op.Class) continue
        if (functions.length === 0) {
          if (isConstant(unit, value)) keys.set(key, keys.get(key) === true || capturedVariables(unit).has(value))
          continue
        }
      }
      if (isWiring(unit, node)) continue
      if (isCut) hasOwnEffect = true
      if (functions.length > 0) {
        const matched: readonly (number | undefined)[] = isBefore ? functions : functions.map(indexBefore)
        for (const index of matched) if (index !== undefined) registered.add(index)
        if (op === Op.Call && matched.includes(undefined)) hasOwnEffect = true
      } else hasOwnEffect = true
    }
  }
  return { registered: [...registered], keys, hasOwnEffect }
}

/** Key that a node stores or exports. */
function storedKey(unit: IrModule, node: number): string | undefined {
  const op = unit.ops[node]
  if (op === Op.Store) return unit.strings[operandOf(unit, node, 1)]
  return op === Op.Export ? unit.strings[operandOf(unit, node, 0)] : undefined
}

/** True unless the value is only passed on, as in `exports.parse = other.parse`. */
function isConstant(unit: IrModule, value: number): boolean {
  const op = unit.ops[value]
  return op !== Op.Import && op !== Op.Load && op !== Op.Global && op !== undefined
}

const isVersionKey = (key: string) => /^_*version/i.test(key) || key === '__esModule' || key === '__all__'

const wiring =
  /^(?:require|define|defineProperty|defineProperties|__export|__exportStar|__toESM|__createBinding|__commonJS)$/

/** True for calls that compilers and module systems add to connect modules. */
function isWiring(unit: IrModule, node: number): boolean {
  const op = unit.ops[node]
  if (op !== Op.Call) return op === Op.Export
  const callee = operandOf(unit, node, 0)
  const name = unit.ops[callee] === Op.Load ? operandOf(unit, callee, 1) : operandOf(unit, callee, 0)
  const isNamed = unit.ops[callee] === Op.Load || unit.ops[callee] === Op.Global
  return isNamed && wiring.test(unit.strings[name] ?? '')
}
