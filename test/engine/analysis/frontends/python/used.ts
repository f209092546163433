import { Op, RegionKind } from '../../../../../src/engine/analysis/ir/operations.ts'
import type { IrModule } from '../../../../../src/engine/analysis/ir/ir-module.ts'
import { lowerPythonText } from '../../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { callsOf, described, nodesOf, operandsOf } from '../javascript/described.ts'

/** Returns a node as an expression. Omits the names of keyword arguments. */
export function expressionOf(unit: IrModule, node: number): string {
  return described(unit, node).replaceAll(/Keyword\((?:[^,(]|\(…\))*, /g, 'Keyword(')
}

/** Returns the first argument of every call of `use` as an expression, in the order of the calls in the IR. */
export function used(text: string): string[] {
  const unit = lowerPythonText(text)
  return callsOf(unit, 'use').map((call) => expressionOf(unit, operandsOf(unit, call)[1] ?? -1))
}

/** Returns the IR of an expression, printed as an expression. */
export function written(expression: string): string | undefined {
  return used(`use(${expression})`)[0]
}

/**
 * Returns the conditions that hold at each call of `use`, innermost first: `a`, `not a`, `loop`, `case`, `attempt`,
 * `rescue`, or `dead`.
 */
export function conditionsAtUse(text: string): string[][] {
  const unit = lowerPythonText(text)
  return callsOf(unit, 'use').map((call) => conditionsOf(unit, unit.regionOf[call] ?? -1))
}

/** Returns the conditions under which each operand of the first phi is selected. */
export function conditionsOfPhi(text: string): string[][] {
  const unit = lowerPythonText(text)
  const [phi = -1] = nodesOf(unit, Op.Phi)
  return operandsOf(unit, phi)
    .filter((_, index) => index % 2 === 1)
    .map((region) => conditionsOf(unit, region))
}

function conditionsOf(unit: IrModule, from: number): string[] {
  const held: string[] = []
  for (let region = from; region >= 0; region = unit.regionParents[region] ?? -1) {
    const condition = unit.regionConditions[region] ?? -1
    const kind = unit.regionKinds[region]
    if (kind === RegionKind.when) held.push(described(unit, condition))
    else if (kind === RegionKind.unless) held.push(`not ${described(unit, condition)}`)
    else if (kind !== RegionKind.entry)
      held.push(Object.entries(RegionKind).find(([, value]) => value === kind)?.[0] ?? '')
  }
  return held
}

/** Returns all nodes with an operation, as expressions. */
export function all(text: string, op: Op): string[] {
  const unit = lowerPythonText(text)
  return nodesOf(unit, op).map((node) => expressionOf(unit, node))
}
