import { dataflowLimits } from '../dataflow-limits.ts'
import { ParseFailure } from '../parse-failure.ts'
import type { SourceLanguage } from '../source-language.ts'
import { flattenOperands } from './flatten-operands.ts'
import type { FunctionFrame } from './function-frame.ts'
import type { GrowingIntegers } from './growing-array.ts'
import { FunctionFlag, LiteralKind, Op, ParameterKind, RegionKind } from './operations.ts'
import type { IrModule, IrClass, IrFunction, IrVendoredPart } from './ir-module.ts'
import { releaseColumns, acquireColumns, type ModuleColumns } from './module-columns.ts'

/**
 * Appends nodes, regions, functions, and classes to a module. `VariableBuilder` adds variables, `BranchBuilder` adds
 * branches, and `FlowBuilder` adds loops.
 */
export class ModuleBuilder {
  readonly #language: SourceLanguage
  readonly #lineStarts: Int32Array
  readonly #strings: string[] = []
  readonly #stringIndex = new Map<string, number>()
  readonly #columns: ModuleColumns
  readonly #ops: GrowingIntegers
  readonly #regionOf: GrowingIntegers
  readonly #offsets: GrowingIntegers
  readonly #operandsAt: GrowingIntegers
  readonly #operands: GrowingIntegers
  /** Operands that were set after their node was created. */
  readonly #later = new Map<number, readonly number[]>()
  readonly #regionParents: GrowingIntegers
  readonly #regionKinds: GrowingIntegers
  readonly #regionConditions: GrowingIntegers
  readonly #regionFunctions: GrowingIntegers
  readonly #functions: (IrFunction | undefined)[] = []
  readonly #classes: (IrClass | undefined)[] = []
  readonly #vendored: IrVendoredPart[] = []
  #open: FunctionFrame | undefined
  readonly #heldOperands: GrowingIntegers
  readonly #maxNodes: number
  #carried = 0

  /**
   * Starts with the module body as the open function. `characters` limits the number of nodes. If the limit is
   * exceeded, the builder throws ParseFailure.
   */
  constructor(language: SourceLanguage, lineStarts: Int32Array, characters: number) {
    this.#language = language
    this.#lineStarts = lineStarts
    this.#maxNodes = characters + dataflowLimits.maxSpareNodes
    const columns = acquireColumns()
    this.#columns = columns
    this.#ops = columns.ops
    this.#regionOf = columns.regionOf
    this.#offsets = columns.offsets
    this.#operandsAt = columns.operandsAt
    this.#operands = columns.operands
    this.#heldOperands = columns.heldOperands
    this.#regionParents = columns.regionParents
    this.#regionKinds = columns.regionKinds
    this.#regionConditions = columns.regionConditions
    this.#regionFunctions = columns.regionFunctions
    this.openFunction({ name: '', offset: 0, flags: FunctionFlag.ownSelf })
  }

  /** The function that is being built. */
  get current(): FunctionFrame {
    if (!this.#open) throw new Error('no function is open')
    return this.#open
  }

  get nodeCount(): number {
    return this.#ops.length
  }

  /** Returns the index of a string. Adds it if necessary. */
  string(text: string): number {
    const known = this.#stringIndex.get(text)
    if (known !== undefined) return known
    this.#stringIndex.set(text, this.#strings.length)
    return this.#strings.push(text) - 1
  }

  /**
   * Appends a node to the current region. Takes operands as parameters instead of an array, because there are millions
   * of nodes.
   */
  node(op: Op, offset: number, first?: number, second?: number, third?: number, fourth?: number): number {
    const id = this.#begin(op, offset)
    if (first === undefined) return id
    const operands = this.#operands
    operands.push(first)
    if (second === undefined) return id
    operands.push(second)
    if (third === undefined) return id
    operands.push(third)
    if (fourth !== undefined) operands.push(fourth)
    return id
  }

  /** Appends a node with any number of operands. */
  nodeOf(op: Op, offset: number, operands: readonly number[]): number {
    const id = this.#begin(op, offset)
    for (const operand of operands) this.#operands.push(operand)
    return id
  }

  /** Number of held operands. */
  get held(): number {
    return this.#heldOperands.length
  }

  /** Holds an operand for `nodeOfHeld`, so no array is needed for each node. */
  hold(operand: number): void {
    this.#heldOperands.push(operand)
  }

  /** Appends a node whose operands are the held ones from index `since`. */
  nodeOfHeld(op: Op, offset: number, since: number): number {
    const id = this.#begin(op, offset)
    for (let at = since; at < this.#heldOperands.length; at += 1) this.#operands.push(this.#heldOperands.get(at))
    this.#heldOperands.length = since
    return id
  }

  #begin(op: Op, offset: number): number {
    const id = this.#ops.length
    if (id > this.#maxNodes) throw new ParseFailure('complexity', 'its functions share too many variables')
    this.#ops.push(op)
    this.#regionOf.push(this.current.region)
    this.#offsets.push(offset)
    this.#operandsAt.push(this.#operands.length)
    return id
  }

  literal(kind: LiteralKind, text: string, offset: number): number {
    return this.node(Op.Literal, offset, kind, this.string(text))
  }

  /** Counts variable values that are copied between branches. Throws ParseFailure if there are too many. */
  protected carry(values: number): void {
    this.#carried += values
    if (this.#carried > dataflowLimits.maxCarriedValues)
      throw new ParseFailure('complexity', 'its variables change in too many ways')
  }

  /** Replaces the first operand of a node that was created with a placeholder. */
  completeFirst(node: number, operand: number): void {
    this.#operands.set(this.#operandsAt.get(node), operand)
  }

  /** Sets the operands of a node that was created without operands. Call it once per node. */
  complete(node: number, operands: readonly number[]): void {
    if (operands.length > 0) this.#later.set(node, operands)
  }

  /** Appends a region without entering it. */
  region(kind: RegionKind, parent: number, condition = -1): number {
    this.#regionParents.push(parent)
    this.#regionKinds.push(kind)
    this.#regionConditions.push(condition)
    this.#regionFunctions.push(this.#open?.index ?? 0)
    return this.#regionParents.length - 1
  }

  regionKind(region: number): RegionKind {
    return this.#regionKinds.get(region) as RegionKind
  }

  /** Opens a function inside the current one. Nodes are added to its body until `closeFunction`. */
  openFunction({
    name,
    offset,
    flags,
  }: {
    readonly name: string
    readonly offset: number
    readonly flags: number
  }): FunctionFrame {
    const parent = this.#open
    const index = this.#functions.push(undefined) - 1
    const opened: FunctionFrame = {
      index,
      parent,
      flags,
      offset,
      name: name === '' ? -1 : this.string(name),
      parameters: [],
      returns: [],
      captures: undefined,
      ways: 0,
      handedDown: [],
      trail: [],
      exits: [],
      returnTo: parent?.region ?? -1,
      self: -1,
      region: -1,
      loopDepth: 0,
    }
    this.#open = opened
    opened.region = this.region(RegionKind.entry, -1)
    return opened
  }

  /** Closes the current function. Returns its index. */
  closeFunction(): number {
    const { index, name, flags, parameters, self, returns, region, offset, parent } = this.current
    const end = this.regionKind(region) === RegionKind.dead ? -1 : region
    this.#functions[index] = { name, parent: parent?.index ?? -1, flags, parameters, self, returns, end, offset }
    this.#open = parent
    return index
  }

  /** Adds a parameter to the current function. Returns its node. */
  parameter({
    name,
    offset,
    kind = ParameterKind.positional,
    annotation,
  }: {
    readonly name?: string | undefined
    readonly offset: number
    readonly kind?: ParameterKind
    readonly annotation?: string | undefined
  }): number {
    const { parameters } = this.current
    const node = this.node(Op.Parameter, offset, parameters.length)
    parameters.push({
      node,
      kind,
      name: name === undefined ? -1 : this.string(name),
      annotation: annotation === undefined ? -1 : this.string(annotation),
    })
    return node
  }

  /** Records the parts of the text that belong to other packages, in ascending order. */
  vendoredParts(parts: readonly (Omit<IrVendoredPart, 'packageName'> & { readonly packageName: string })[]): void {
    for (const { packageName, ...part } of parts)
      this.#vendored.push({ ...part, packageName: this.string(packageName) })
  }

  /** Reserves a class index, so that the methods can be emitted before the class is complete. */
  openClass(): number {
    return this.#classes.push(undefined) - 1
  }

  closeClass(index: number, made: IrClass): void {
    this.#classes[index] = made
  }

  /** Closes the module body and returns the module. Nothing can be appended afterwards. */
  build(): IrModule {
    while (this.#open) this.closeFunction()
    const [operandsAt, operands] = flattenOperands({
      places: this.#operandsAt,
      operands: this.#operands.view(),
      later: this.#later,
    })
    const unit: IrModule = {
      language: this.#language,
      strings: this.#strings,
      lineStarts: this.#lineStarts,
      operandsAt,
      operands,
      ops: this.#ops.toBytes(),
      regionOf: this.#regionOf.toArray(),
      offsets: this.#offsets.toArray(),
      regionParents: this.#regionParents.toArray(),
      regionKinds: this.#regionKinds.toBytes(),
      regionConditions: this.#regionConditions.toArray(),
      regionFunctions: this.#regionFunctions.toArray(),
      vendored: this.#vendored,
      functions: this.#functions.map((made) => made ?? missing('function')),
      classes: this.#classes.map((made) => made ?? missing('class')),
    }
    releaseColumns(this.#columns)
    return unit
  }
}

function missing(what: string): never {
  throw new Error(`a ${what} was never finished`)
}
