import { LiteralKind, Op, RegionKind } from '../../../../../src/engine/analysis/ir/operations.ts'
import type { IrModule } from '../../../../../src/engine/analysis/ir/ir-module.ts'
import { lowerJavaScriptText } from '../../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import type { JavaScriptDialect } from '../../../../../src/engine/analysis/frontends/javascript/parse-javascript.ts'

/** Returns the first argument of every call of `use` as an expression, in the order of the calls in the IR. */
export function used(text: string, dialect: JavaScriptDialect = 'ts'): string[] {
  const unit = lowerJavaScriptText(text, dialect)
  return callsOf(unit, 'use').map((call) => described(unit, operandsOf(unit, call)[1] ?? -1))
}

/**
 * Returns the conditions that hold at each call of `use`, innermost first: `a`, `not a`, `loop`, `case`, `attempt`,
 * `rescue`, or `dead`.
 */
export function conditionsAtUse(text: string): string[][] {
  const unit = lowerJavaScriptText(text, 'ts')
  return callsOf(unit, 'use').map((call) => {
    const held: string[] = []
    for (let region = unit.regionOf[call] ?? -1; region >= 0; region = unit.regionParents[region] ?? -1)
      held.push(...regionText(unit, region))
    return held
  })
}

function regionText(unit: IrModule, region: number): string[] {
  const condition = unit.regionConditions[region] ?? -1
  const kind = unit.regionKinds[region]
  if (kind === RegionKind.entry) return []
  if (kind === RegionKind.when) return [described(unit, condition)]
  if (kind === RegionKind.unless) return [`not ${described(unit, condition)}`]
  return [Object.entries(RegionKind).find(([, value]) => value === kind)?.[0] ?? '']
}

export function operandsOf({ operands, operandsAt }: IrModule, node: number): number[] {
  return [...operands.subarray(operandsAt[node], operandsAt[node + 1])]
}

/** Returns the calls of a global name. */
export function callsOf(unit: IrModule, name: string): number[] {
  return nodesOf(unit, Op.Call).filter((call) => {
    const [callee = -1] = operandsOf(unit, call)
    return unit.ops[callee] === Op.Global && unit.strings[operandsOf(unit, callee)[0] ?? -1] === name
  })
}

export function nodesOf(unit: IrModule, op: Op): number[] {
  return [...unit.ops.keys()].filter((node) => unit.ops[node] === op)
}

/** Returns a node as an expression. `^` precedes captured values, and `…` replaces a cycle. */
export function described(unit: IrModule, node: number, around: readonly number[] = []): string {
  if (around.includes(node)) return '…'
  const operands = operandsOf(unit, node)
  const of = (one: number | undefined) => described(unit, one ?? -1, [...around, node])
  const all = (some: readonly number[]) => some.map(of).join(', ')
  const text = (one: number | undefined) => unit.strings[one ?? -1] ?? '?'
  const [first, second, third] = operands
  switch (unit.ops[node]) {
    case Op.Literal:
      return first === LiteralKind.string ? JSON.stringify(text(second)) : text(second)
    case Op.Parameter:
      return unit.functions.flatMap(({ parameters }) => parameters).find((parameter) => parameter.node === node)
        ?.name === -1
        ? `parameter ${first}`
        : text(
            unit.functions.flatMap(({ parameters }) => parameters).find((parameter) => parameter.node === node)?.name,
          )
    case Op.Self:
      return 'this'
    case Op.Import:
      return `import(${text(first)} ${text(second)})`
    case Op.Global:
      return text(first)
    case Op.Capture:
      return `^${of(first)}`
    case Op.Cell:
      return `cell(${all(operands)})`
    case Op.Phi:
      return `phi(${all(operands.filter((_, index) => index % 2 === 0))})`
    case Op.Load:
      return `${of(first)}.${text(second)}`
    case Op.LoadDynamic:
      return `${of(first)}[${of(second)}]`
    case Op.Store:
      return `${of(first)}.${text(second)} = ${of(third)}`
    case Op.StoreDynamic:
      return `${of(first)}[${of(second)}] = ${of(third)}`
    case Op.Call:
      return `${of(first)}(${all(operands.slice(1))})`
    case Op.New:
      return `new ${of(first)}(${all(operands.slice(1))})`
    case Op.Concat:
      return `concat(${all(operands)})`
    case Op.Binary:
    case Op.Logical:
      return `(${of(second)} ${text(first)} ${of(third)})`
    case Op.Unary:
      return `(${text(first)} ${of(second)})`
    case Op.ArrayOf:
      return `[${all(operands)}]`
    case Op.ObjectOf:
      return `{${all(operands)}}`
    case Op.Property:
      return `${text(first)}: ${of(second)}`
    case Op.ComputedProperty:
      return `[${of(first)}]: ${of(second)}`
    case Op.Spread:
      return `...${of(first)}`
    case Op.Closure:
      return `function ${text(unit.functions[first ?? -1]?.name)}`
    case Op.Class:
      return `class ${text(unit.classes[first ?? -1]?.name)}`
    case Op.Typed:
      return `(${of(first)} as ${text(second)})`
    case Op.Export:
      return `export ${text(first)} = ${of(second)}`
    case Op.ExportAll:
      return `export * from ${text(first)}`
    default:
      return `${Object.entries(Op).find(([, value]) => value === unit.ops[node])?.[0] ?? '?'}(${all(operands)})`
  }
}
