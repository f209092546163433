import { GrowingIntegers } from '../../analysis/ir/growing-array.ts'
import { lineAndColumnOf, type IrModule } from '../../analysis/ir/ir-module.ts'
import { quickOperandKind } from '../../analysis/ir/operand-counts.ts'
import { Op, RegionKind } from '../../analysis/ir/operations.ts'
import { OperandKind } from '../../analysis/program/operand-kinds.ts'

/**
 * Returns a module without conditions: each function has one region, phis become cells, and offsets become line
 * numbers. A global variable at the start of the file keeps offset 0, which `assignedGlobals` expects. `names` are the
 * names of the functions with their enclosing functions and classes. Linear in the nodes.
 */
export function reducedModule(unit: IrModule, names: readonly string[]): IrModule {
  const strings = [...unit.strings]
  const indexOf = new Map<string, number>()
  const nameIndex = (name: string) => {
    const known = indexOf.get(name)
    if (known !== undefined) return known
    indexOf.set(name, strings.length)
    return strings.push(name) - 1
  }
  const functions = unit.functions.map((one, index) => ({
    ...one,
    name: nameIndex(names[index] ?? ''),
    end: -1,
    offset: lineAndColumnOf(unit, one.offset).line,
  }))
  return {
    language: unit.language,
    strings,
    ...reducedNodes(unit),
    regionParents: new Int32Array(functions.length).fill(-1),
    regionKinds: new Uint8Array(functions.length).fill(RegionKind.entry),
    regionConditions: new Int32Array(functions.length).fill(-1),
    regionFunctions: Int32Array.from(functions, (_, index) => index),
    functions,
    classes: unit.classes,
    vendored: unit.vendored,
    lineStarts: new Int32Array(1),
  }
}

function reducedNodes(unit: IrModule): Pick<IrModule, 'ops' | 'regionOf' | 'offsets' | 'operandsAt' | 'operands'> {
  const count = unit.ops.length
  const [ops, operandsAt] = [Uint8Array.from(unit.ops), new Int32Array(count + 1)]
  const operands = new GrowingIntegers(unit.operands.length + 1)
  for (let node = 0; node < count; node += 1) {
    const op = ops[node] ?? 0
    if (op === Op.Phi) ops[node] = Op.Cell
    const start = unit.operandsAt[node] ?? 0
    for (let at = start; at < (unit.operandsAt[node + 1] ?? 0); at += 1)
      if (quickOperandKind(op, at - start) !== OperandKind.region) operands.push(unit.operands[at] ?? 0)
    operandsAt[node + 1] = operands.length
  }
  return {
    ops,
    regionOf: unit.regionOf.map((region) => unit.regionFunctions[region] ?? 0),
    offsets: unit.offsets.map((offset, node) =>
      offset === 0 && unit.ops[node] === Op.Global ? 0 : lineAndColumnOf(unit, offset).line,
    ),
    operandsAt,
    operands: operands.toArray(),
  }
}
