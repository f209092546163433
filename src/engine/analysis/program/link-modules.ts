import { quickOperandKind } from '../ir/operand-counts.ts'
import type { IrModule, IrClass, IrFunction } from '../ir/ir-module.ts'
import { semanticsOf as semanticsInCatalogue } from '../frontends/catalogue.ts'
import type { LanguageSemantics } from '../language-semantics.ts'
import { OperandKind } from './operand-kinds.ts'
import { Program } from './program.ts'
import type { ProgramClass, ProgramFile, ProgramFunction } from './program-parts.ts'

/**
 * Links modules into one program in the given order.
 *
 * @param semanticsOf returns the semantics of a module's language; defaults to the catalogue
 * @throws RangeError for a module in an unknown language
 */
export function linkModules(
  units: Iterable<{ readonly path: string; readonly unit: IrModule }>,
  semanticsOf: (language: string) => LanguageSemantics | undefined = semanticsInCatalogue,
): Program {
  const linking = new Linking([...units], semanticsOf)
  return linking.program()
}

/** For each kind of id, the first one that a module has in the linked program. */
interface Bases {
  readonly node: number
  readonly region: number
  readonly operand: number
  readonly function: number
  readonly class: number
}

/**
 * Program columns during linking. Each loop over nodes is in its own function. A single function with all loops was
 * deoptimized after each loop, 500 times for 1,900 files. Recompiling it took a fifth of the compile time for reading
 * files.
 */
class Linking {
  readonly #units: readonly { readonly path: string; readonly unit: IrModule }[]
  readonly #semanticsOf: (language: string) => LanguageSemantics | undefined
  readonly #stringIndex = new Map<string, number>()
  readonly #strings: string[] = []
  readonly #files: ProgramFile[] = []
  readonly #functions: ProgramFunction[] = []
  readonly #classes: ProgramClass[] = []
  readonly #columns

  constructor(
    units: readonly { readonly path: string; readonly unit: IrModule }[],
    semanticsOf: (language: string) => LanguageSemantics | undefined,
  ) {
    this.#units = units
    this.#semanticsOf = semanticsOf
    const total = (count: (unit: IrModule) => number) => units.reduce((sum, { unit }) => sum + count(unit), 0)
    const nodes = total(({ ops }) => ops.length)
    const regions = total(({ regionKinds }) => regionKinds.length)
    this.#columns = {
      ops: new Uint8Array(nodes),
      regionOf: new Int32Array(nodes),
      offsets: new Int32Array(nodes),
      operandsAt: new Int32Array(nodes + 1),
      operands: new Int32Array(total(({ operands }) => operands.length)),
      regionParents: new Int32Array(regions),
      regionKinds: new Uint8Array(regions),
      regionConditions: new Int32Array(regions),
      regionFunctions: new Int32Array(regions),
    }
  }

  program(): Program {
    let [node, region, operand] = [0, 0, 0]
    for (const { path, unit } of this.#units) {
      this.#add(path, unit, { node, region, operand, function: this.#functions.length, class: this.#classes.length })
      node += unit.ops.length
      region += unit.regionKinds.length
      operand += unit.operands.length
    }
    this.#columns.operandsAt[node] = operand
    return new Program({
      ...this.#columns,
      files: this.#files,
      strings: this.#strings,
      functions: this.#functions,
      classes: this.#classes,
      stringIndex: this.#stringIndex,
    })
  }

  #add(path: string, unit: IrModule, bases: Bases): void {
    const semantics = this.#semanticsOf(unit.language)
    if (!semantics) throw new RangeError('a unit is of an unknown language')
    const file: ProgramFile = {
      path,
      language: unit.language,
      semantics,
      firstNode: bases.node,
      firstRegion: bases.region,
      firstFunction: bases.function,
      lineStarts: unit.lineStarts,
      vendored: unit.vendored.map((part) => ({ ...part, packageName: unit.strings[part.packageName] ?? '' })),
    }
    const index = this.#files.push(file) - 1
    this.#addNodes(unit, bases)
    this.#addRegions(unit, bases)
    for (const one of unit.functions) this.#functions.push(functionOf(one, unit, bases, index))
    for (const one of unit.classes) this.#classes.push(classOf(one, unit, bases, index))
  }

  #addNodes(unit: IrModule, bases: Bases): void {
    const { ops, offsets, regionOf, operandsAt, operands } = this.#columns
    ops.set(unit.ops, bases.node)
    offsets.set(unit.offsets, bases.node)
    copyShifted(unit.regionOf, regionOf, bases.node, bases.region)
    copyShifted(unit.operandsAt.subarray(0, unit.ops.length), operandsAt, bases.node, bases.operand)
    copyOperands(unit, operands, bases, this.#stringIds(unit.strings))
  }

  #addRegions(unit: IrModule, bases: Bases): void {
    const { regionParents, regionKinds, regionConditions, regionFunctions } = this.#columns
    copyShifted(unit.regionParents, regionParents, bases.region, bases.region)
    regionKinds.set(unit.regionKinds, bases.region)
    copyShifted(unit.regionConditions, regionConditions, bases.region, bases.node)
    copyShifted(unit.regionFunctions, regionFunctions, bases.region, bases.function)
  }

  /** Returns, for each string of a module, its index in the program. */
  #stringIds(strings: readonly string[]): Int32Array {
    const ids = new Int32Array(strings.length)
    for (let index = 0; index < strings.length; index += 1) ids[index] = this.#stringId(strings[index] ?? '')
    return ids
  }

  #stringId(text: string): number {
    const known = this.#stringIndex.get(text)
    if (known !== undefined) return known
    this.#stringIndex.set(text, this.#strings.length)
    return this.#strings.push(text) - 1
  }
}

/** Copies operands and converts their ids to program ids. */
function copyOperands(unit: IrModule, to: Int32Array, from: Bases, stringIds: Int32Array): void {
  const { ops, operandsAt, operands } = unit
  // Offset to add to an operand, by operand kind.
  const bases = new Int32Array(Object.keys(OperandKind).length)
  bases[OperandKind.node] = from.node
  bases[OperandKind.region] = from.region
  bases[OperandKind.function] = from.function
  bases[OperandKind.class] = from.class
  for (let node = 0, at = 0; node < ops.length; node += 1) {
    const op = ops[node] ?? 0
    const end = operandsAt[node + 1] ?? 0
    for (let place = 0; at < end; at += 1, place += 1) {
      const kind = quickOperandKind(op, place)
      const value = operands[at] ?? 0
      to[from.operand + at] = kind === OperandKind.string ? (stringIds[value] ?? 0) : value + (bases[kind] ?? 0)
    }
  }
}

function functionOf(one: IrFunction, { strings }: IrModule, bases: Bases, file: number): ProgramFunction {
  return {
    name: textOf(strings, one.name),
    parent: shifted(one.parent, bases.function),
    flags: one.flags,
    self: shifted(one.self, bases.node),
    end: shifted(one.end, bases.region),
    file,
    offset: one.offset,
    returns: one.returns.map((returned) => returned + bases.node),
    parameters: one.parameters.map((parameter) => ({
      node: parameter.node + bases.node,
      kind: parameter.kind,
      name: textOf(strings, parameter.name),
      annotation: textOf(strings, parameter.annotation),
    })),
  }
}

function classOf(one: IrClass, { strings }: IrModule, bases: Bases, file: number): ProgramClass {
  return {
    name: textOf(strings, one.name),
    bases: one.bases.map((base) => base + bases.node),
    creator: shifted(one.creator, bases.function),
    initializer: shifted(one.initializer, bases.function),
    file,
    members: one.members.map(({ key, value, flags }) => ({
      key: textOf(strings, key) ?? '',
      value: value + bases.node,
      flags,
    })),
    fieldTypes: one.fieldTypes.map(
      ([name, type]) => [textOf(strings, name) ?? '', textOf(strings, type) ?? ''] as const,
    ),
  }
}

const textOf = (strings: readonly string[], index: number) => (index < 0 ? undefined : strings[index])

const shifted = (index: number, base: number) => (index < 0 ? -1 : index + base)

/** Copies ids with an offset. Keeps -1, which means none. */
function copyShifted(from: Int32Array, to: Int32Array, at: number, by: number): void {
  for (let index = 0; index < from.length; index += 1) {
    const value = from[index] ?? -1
    to[at + index] = value < 0 ? -1 : value + by
  }
}
