import { Op, RegionKind } from '../../../../../src/engine/analysis/ir/operations.ts'
import type { IrModule } from '../../../../../src/engine/analysis/ir/ir-module.ts'
import { lowerPythonText } from '../../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { callsOf, described, nodesOf, operandsOf } from '../javascript/described.ts'

/** A node as an expression; arguments by name without the name. */
export function expressionOf(unit: IrModule, node: number): string {
  return described(unit, node).replaceAll(/Keyword\((?:[^,(]|\(…\))*, /g, 'Keyword(')
}

/**
 * What every call of `use` in a text is handed first, as an expression; a call each, in the order in which they are
 * written to the unit.
 */
export function used(text: string): string[] {
  const unit = lowerPythonText(text)
  return callsOf(unit, 'use').map((call) => expressionOf(unit, operandsOf(unit, call)[1] ?? -1))
}

/** An expression as it is written to the unit. */
export function written(expression: string): string | undefined {
  return used(`use(${expression})`)[0]
}

/**
 * What holds where `use` is called, the innermost condition first: `a`, `not a`, `loop`, `case`, `attempt`, `rescue`,
 * `dead`.
 */
export function conditionsAtUse(text: string): string[][] {
  const unit = lowerPythonText(text)
  return callsOf(unit, 'use').map((call) => conditionsOf(unit, unit.regionOf[call] ?? -1))
}

/** What holds where the values of a phi come from; one for each. */
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

/** All nodes of a kind, as expressions. */
export function all(text: string, op: Op): string[] {
  const unit = lowerPythonText(text)
  return nodesOf(unit, op).map((node) => expressionOf(unit, node))
}
