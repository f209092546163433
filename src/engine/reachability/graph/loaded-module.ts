import type { IrModule } from '../../analysis/ir/ir-module.ts'
import { Op } from '../../analysis/ir/operations.ts'
import { assignedGlobals } from './assigned-globals.ts'
import { moduleNames, runtimeObjects } from './known-names.ts'
import { eachUse, valueUsers } from './value-users.ts'

/** A file of the program with its nodes by function. */
export class LoadedModule {
  readonly index: number
  /** Index of its package in the program. 0 is the project. */
  readonly packageIndex: number
  readonly path: string
  readonly unit: IrModule
  /** Number of its first node among the nodes of the program. */
  readonly firstNode: number
  readonly firstFunction: number
  /** True if the file has `export` declarations. */
  readonly isEsModule: boolean
  /** Specifiers of its imports, each once. */
  readonly specifiers: readonly string[]
  /** Variables that the file may assign but does not declare. */
  readonly assignedGlobals: ReadonlySet<string>
  /** True if the file may assign to other variables, or read them from the object of a `with` statement. */
  readonly mayAssignUndeclared: boolean
  /** True if one of `assignedGlobals` is a variable of the runtime: `Promise = require('bluebird')`. */
  readonly mayReplaceRuntime: boolean
  /** Keys that functions are stored under, by function, for functions without other uses. */
  readonly keyedClosures: ReadonlyMap<number, number>
  readonly #nodes: Int32Array
  readonly #starts: Int32Array
  readonly #uses: Uint8Array
  readonly #exportsLiterals: ReadonlySet<number>
  #users: ReadonlyMap<number, readonly number[]> | undefined
  #exportedValues: ReadonlyMap<string, readonly number[]> | undefined

  constructor(place: Pick<LoadedModule, 'index' | 'packageIndex' | 'path' | 'unit' | 'firstNode' | 'firstFunction'>) {
    this.index = place.index
    this.packageIndex = place.packageIndex
    this.path = place.path
    this.unit = place.unit
    this.firstNode = place.firstNode
    this.firstFunction = place.firstFunction
    const { ops, regionOf, functions } = place.unit
    this.#starts = new Int32Array(functions.length + 1)
    for (const region of regionOf) this.#starts[region + 1] = (this.#starts[region + 1] ?? 0) + 1
    for (let at = 0; at < functions.length; at += 1)
      this.#starts[at + 1] = (this.#starts[at + 1] ?? 0) + (this.#starts[at] ?? 0)
    this.#nodes = new Int32Array(ops.length)
    const next = this.#starts.slice()
    for (let node = 0; node < ops.length; node += 1) {
      const region = regionOf[node] ?? 0
      const at = next[region] ?? 0
      this.#nodes[at] = node
      next[region] = at + 1
    }
    this.#uses = countUses(place.unit)
    this.#exportsLiterals = exportsLiterals(this)
    this.isEsModule = ops.includes(Op.Export) || ops.includes(Op.ExportAll)
    this.keyedClosures = keyedClosures(this)
    this.specifiers = specifiersOf(this)
    this.assignedGlobals = assignedGlobals(place.unit)
    this.mayReplaceRuntime = [...this.assignedGlobals].some(
      (name) => runtimeObjects.has(name) && !moduleNames.has(name),
    )
    this.mayAssignUndeclared = this.nodesOf(0).some(
      (node) => this.op(node) === Op.Global && !isRuntimeName(this.text(node, 0)),
    )
  }

  /** Nodes of a function, in order. */
  nodesOf(local: number): Int32Array {
    return this.#nodes.subarray(this.#starts[local], this.#starts[local + 1])
  }

  /** Function that contains a node. */
  functionOf(node: number): number {
    return this.unit.regionOf[node] ?? 0
  }

  op(node: number): number {
    return this.unit.ops[node] ?? 0
  }

  operand(node: number, index: number): number {
    return this.unit.operands[(this.unit.operandsAt[node] ?? 0) + index] ?? -1
  }

  operandCount(node: number): number {
    return (this.unit.operandsAt[node + 1] ?? 0) - (this.unit.operandsAt[node] ?? 0)
  }

  /** Text of a string operand. */
  text(node: number, index: number): string {
    return this.unit.strings[this.operand(node, index)] ?? ''
  }

  line(node: number): number {
    return Math.max(this.unit.offsets[node] ?? 1, 1)
  }

  /** Reports whether an object literal is only used as `module.exports`. */
  isExportsLiteral(node: number): boolean {
    return this.#exportsLiterals.has(node)
  }

  /** Number of nodes and classes that refer to a value, at most 2. The setters of object literals have none. */
  useCount(node: number): number {
    return this.#uses[node] ?? 0
  }

  /** Nodes that refer to a value, and -1 for each class that does. */
  usersOf(node: number): readonly number[] {
    this.#users ??= valueUsers(this.unit)
    return this.#users.get(node) ?? []
  }

  /** Values that the file exports under a name. */
  exportsNamed(name: string): readonly number[] {
    this.#exportedValues ??= exportedValues(this)
    return this.#exportedValues.get(name) ?? []
  }
}

const isRuntimeName = (name: string) => moduleNames.has(name) || runtimeObjects.has(name)

function exportedValues(module: LoadedModule): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  for (const [node, op] of module.unit.ops.entries()) {
    if (op !== Op.Export) continue
    const known = found.get(module.text(node, 0))
    if (known) known.push(module.operand(node, 1))
    else found.set(module.text(node, 0), [module.operand(node, 1)])
  }
  return found
}

function specifiersOf(module: LoadedModule): readonly string[] {
  const found = new Set<string>()
  for (const [node, op] of module.unit.ops.entries()) if (op === Op.Import) found.add(module.text(node, 0))
  return [...found]
}

function countUses(unit: IrModule): Uint8Array {
  const uses = new Uint8Array(unit.ops.length)
  eachUse(unit, (value) => {
    uses[value] = Math.min((uses[value] ?? 0) + 1, 2)
  })
  return uses
}

/** Object literals with constant keys that are assigned to `module.exports` and not used otherwise. */
function exportsLiterals(module: LoadedModule): ReadonlySet<number> {
  const found = new Set<number>()
  for (const node of module.nodesOf(0)) {
    if (module.op(node) !== Op.Store || module.text(node, 1) !== 'exports') continue
    const [object, value] = [module.operand(node, 0), module.operand(node, 2)]
    if (module.op(object) !== Op.Global || module.text(object, 0) !== 'module') continue
    if (module.op(value) !== Op.ObjectOf || module.useCount(value) !== 1) continue
    const entries = Array.from({ length: module.operandCount(value) }, (_, index) => module.operand(value, index))
    if (entries.every((entry) => module.op(entry) === Op.Property)) found.add(value)
  }
  return found
}

function keyedClosures(module: LoadedModule): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  for (let node = 0; node < module.unit.ops.length; node += 1) {
    if (module.op(node) !== Op.StoreDynamic) continue
    const value = module.operand(node, 2)
    if (module.op(value) === Op.Closure && module.useCount(value) === 1)
      found.set(module.operand(value, 0), module.operand(node, 1))
  }
  return found
}
