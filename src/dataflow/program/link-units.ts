import { quickOperandKind } from '../form/operand-counts.ts'
import type { Unit } from '../form/unit.ts'
import { OperandKind } from './operand-kinds.ts'
import { Program, type ProgramClass, type ProgramFile, type ProgramFunction } from './program.ts'

/** Puts units together to one program, in the order given. */
export function linkUnits(units: Iterable<{ readonly path: string; readonly unit: Unit }>): Program {
  const all = [...units]
  const total = (count: (unit: Unit) => number) => all.reduce((sum, { unit }) => sum + count(unit), 0)
  const nodes = total(({ ops }) => ops.length)
  const regions = total(({ regionKinds }) => regionKinds.length)
  const stringIndex = new Map<string, number>()
  const strings: string[] = []
  const files: ProgramFile[] = []
  const functions: ProgramFunction[] = []
  const classes: ProgramClass[] = []
  const made = {
    ops: new Uint8Array(nodes), regionOf: new Int32Array(nodes), offsets: new Int32Array(nodes), operandsAt: new Int32Array(nodes + 1), operands: new Int32Array(total(({ operands }) => operands.length)),
    regionParents: new Int32Array(regions), regionKinds: new Uint8Array(regions), regionConditions: new Int32Array(regions), regionFunctions: new Int32Array(regions),
  }
  let [node, region, operand] = [0, 0, 0]
  /** By kind of an operand: what its number is counted from in this unit. */
  const bases = new Int32Array(Object.keys(OperandKind).length)
  for (const { path, unit } of all) {
    const file: ProgramFile = { path, language: unit.language, firstNode: node, firstRegion: region, firstFunction: functions.length, lineStarts: unit.lineStarts, vendored: unit.vendored.map((part) => ({ ...part, packageName: unit.strings[part.packageName] ?? '' })) }
    const stringIds = Int32Array.from(unit.strings, (text) => {
      const known = stringIndex.get(text)
      if (known !== undefined) return known
      stringIndex.set(text, strings.length)
      return strings.push(text) - 1
    })
    const fileIndex = files.push(file) - 1
    bases[OperandKind.node] = node
    bases[OperandKind.region] = region
    bases[OperandKind.function] = functions.length
    bases[OperandKind.class] = classes.length
    made.ops.set(unit.ops, node)
    made.offsets.set(unit.offsets, node)
    copyShifted(unit.regionOf, made.regionOf, node, region)
    copyShifted(unit.operandsAt.subarray(0, unit.ops.length), made.operandsAt, node, operand)
    for (let local = 0; local < unit.ops.length; local += 1) {
      const op = unit.ops[local] ?? 0
      const start = unit.operandsAt[local] ?? 0
      for (let at = start, end = unit.operandsAt[local + 1] ?? 0; at < end; at += 1) {
        const kind = quickOperandKind(op, at - start)
        const value = unit.operands[at] ?? 0
        made.operands[operand + at] = kind === OperandKind.string ? (stringIds[value] ?? 0) : value + (bases[kind] ?? 0)
      }
    }
    copyShifted(unit.regionParents, made.regionParents, region, region)
    made.regionKinds.set(unit.regionKinds, region)
    copyShifted(unit.regionConditions, made.regionConditions, region, node)
    copyShifted(unit.regionFunctions, made.regionFunctions, region, functions.length)
    const text = (index: number) => (index < 0 ? undefined : unit.strings[index])
    const firstFunction = functions.length
    const firstNode = node
    for (const one of unit.functions) {
      functions.push({
        name: text(one.name), parent: shifted(one.parent, firstFunction), flags: one.flags, self: shifted(one.self, firstNode), end: shifted(one.end, region), file: fileIndex, offset: one.offset,
        returns: one.returns.map((returned) => returned + firstNode),
        parameters: one.parameters.map((parameter) => ({ node: parameter.node + firstNode, kind: parameter.kind, name: text(parameter.name), annotation: text(parameter.annotation) })),
      })
    }
    for (const one of unit.classes) {
      classes.push({
        name: text(one.name), bases: one.bases.map((base) => base + firstNode), creator: shifted(one.creator, firstFunction), initializer: shifted(one.initializer, firstFunction), file: fileIndex,
        members: one.members.map(({ key, value, flags }) => ({ key: text(key) ?? '', value: value + firstNode, flags })),
        fieldTypes: one.fieldTypes.map(([name, type]) => [text(name) ?? '', text(type) ?? ''] as const),
      })
    }
    node += unit.ops.length
    region += unit.regionKinds.length
    operand += unit.operands.length
  }
  made.operandsAt[nodes] = operand
  return new Program({ ...made, files, strings, functions, classes, stringIndex })
}

const shifted = (index: number, base: number) => (index < 0 ? -1 : index + base)

/** Copies ids; −1, which stands for none, stays. */
function copyShifted(from: Int32Array, to: Int32Array, at: number, by: number): void {
  for (let index = 0; index < from.length; index += 1) {
    const value = from[index] ?? -1
    to[at + index] = value < 0 ? -1 : value + by
  }
}
