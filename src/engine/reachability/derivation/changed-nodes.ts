import type { IrModule } from '../../analysis/ir/ir-module.ts'
import { LiteralKind, Op } from '../../analysis/ir/operations.ts'
import { type ChangeSign, changeSigns } from '../vulnerable-functions.ts'
import { capturedNode, type ComparableFunction, operandOf, placedHash } from './comparable-module.ts'

/** Nodes that only one of two matched functions has. */
export interface ChangedNodes {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** Compares two functions as multisets of nodes with their conditions. */
export function changedNodes(before: ComparableFunction, after: ComparableFunction): ChangedNodes {
  return { before: onlyIn(before, after), after: onlyIn(after, before) }
}

function onlyIn(one: ComparableFunction, other: ComparableFunction): number[] {
  const counts = new Map<number, number>()
  for (const node of other.nodes) {
    const hash = placedHash(other.module, node)
    counts.set(hash, (counts.get(hash) ?? 0) + 1)
  }
  return one.nodes.filter((node) => {
    const hash = placedHash(one.module, node)
    const count = counts.get(hash) ?? 0
    if (count > 0) counts.set(hash, count - 1)
    return count === 0
  })
}

const checking =
  /valid|check|assert|saniti[sz]e|escape|encode|quote|verif|allow|forbid|deny|safe|limit|trust|strict|proto/i
const dangerous: ReadonlySet<string> = new Set(
  [
    'eval exec execSync execfile Function innerHTML html system popen spawn load loads unsafe_load unserialize',
    'deserialize mktemp extractall render',
  ].flatMap((line) => line.split(' ')),
)

/** Returns the signs of a fix among the changed nodes of a function. */
export function signsOf(before: ComparableFunction, after: ComparableFunction, changed: ChangedNodes): ChangeSign[] {
  const signs = new Set<ChangeSign>()
  const { unit } = after.module
  const added = new Set(changed.after)
  const conditions = new Set<number>()
  for (const node of changed.after) {
    const condition = unit.regionConditions[unit.regionOf[node] ?? 0] ?? -1
    if (condition >= 0) conditions.add(condition)
    if (unit.ops[node] === Op.Throw) signs.add('throw')
    if (unit.ops[node] === Op.Literal && operandOf(unit, node, 0) === LiteralKind.pattern) signs.add('pattern')
    if (checking.test(calledName(after, node))) signs.add('check')
  }
  if ([...conditions].some((condition) => added.has(condition))) signs.add('condition')
  for (const node of changed.before) if (dangerous.has(calledName(before, node))) signs.add('removed-call')
  return changeSigns.filter((sign) => signs.has(sign))
}

/** Name of the function that a node calls. Empty for other nodes. */
function calledName({ module: { unit } }: ComparableFunction, node: number): string {
  if (unit.ops[node] !== Op.Call && unit.ops[node] !== Op.New) return ''
  return calleeName(unit, capturedNode(unit, operandOf(unit, node, 0)))
}

function calleeName(unit: IrModule, callee: number): string {
  const op = unit.ops[callee]
  if (op === Op.Load) return unit.strings[operandOf(unit, callee, 1)] ?? ''
  if (op === Op.Global) return unit.strings[operandOf(unit, callee, 0)] ?? ''
  if (op === Op.Import) return unit.strings[operandOf(unit, callee, 1)] ?? ''
  if (op === Op.Closure) return unit.strings[unit.functions[operandOf(unit, callee, 0)]?.name ?? -1] ?? ''
  return ''
}
