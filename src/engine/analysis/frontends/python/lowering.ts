import type { Module } from 'py-ast'
import { dataflowLimits } from '../../dataflow-limits.ts'
import { FlowBuilder } from '../../ir/flow-builder.ts'
import { LiteralKind, Op } from '../../ir/operations.ts'
import { lineStartsOf, type IrMember } from '../../ir/ir-module.ts'
import type { Variable } from '../../ir/variable.ts'
import { isBuiltin } from './builtin-names.ts'
import { ByteColumns } from './byte-columns.ts'
import { findScopes, type FoundScopes } from './find-scopes.ts'
import type { Located, PythonNode } from './python-tree.ts'
import { resolved, type Scope } from './scope.ts'

/** What writes each kind of syntax; `lower-python.ts` puts them together. */
export interface Lowerers {
  readonly expression: (to: Lowering, node: PythonNode) => number
  readonly statement: (to: Lowering, node: PythonNode) => void
}

/** A field that is annotated. */
export interface ClassField {
  readonly name: string
  readonly annotation: string
  readonly offset: number
  readonly hasDefault: boolean
}

/** The class whose body is being written. */
export interface ClassBody {
  readonly members: IrMember[]
  readonly methods: Set<string>
  readonly fieldTypes: (readonly [number, number])[]
  /** Fields that are annotated, in the order of the text, which is that of what makes an instance. */
  readonly fields: ClassField[]
  creator: number
}

/** A module on its way into the intermediate form. */
export class Lowering extends FlowBuilder {
  readonly text: string
  readonly scopes: FoundScopes
  scope: Scope
  /** Set when something was nested too deeply to look at. */
  isPartial: boolean
  /** The class whose body or methods are being written, and its base. */
  classBody: ClassBody | undefined
  superclass: Variable | undefined
  /** `yield` gives its value to whoever enters the function by `with`. */
  yieldReturns = false
  /** Whether `import a.b` was written, by the variable of `a`: which dotted names it has. */
  readonly submodules = new Map<Variable, Set<string>>()
  /** By variable: the dotted name of what it was imported as. */
  readonly imported = new Map<Variable, string>()
  /** By variable of a class: the fields that its constructor takes, those of its bases too. */
  readonly dataFields = new Map<Variable, readonly ClassField[]>()
  /** Types by the names that the module and the functions around give them. */
  typeNames: ReadonlyMap<string, string> = new Map()
  /** Modules of which `*` was imported. */
  readonly starImports: string[] = []
  /** By loop, the innermost last: regions in which `break` stands. */
  readonly breaks: number[][] = []
  readonly #columns: ByteColumns
  readonly #lowerers: Lowerers
  #depth = 0

  constructor(program: Module, text: string, lowerers: Lowerers) {
    const lineStarts = lineStartsOf(text)
    super('python', lineStarts, text.length)
    this.text = text
    this.scopes = findScopes(program)
    this.scope = this.scopes.module
    this.isPartial = this.scopes.isPartial
    this.#columns = new ByteColumns(text, lineStarts)
    this.#lowerers = lowerers
  }

  offsetOf({ lineno, col_offset: column }: Located): number {
    return this.#columns.offsetOf(lineno, column)
  }

  endOf(node: Located): number {
    return node.end_lineno === undefined || node.end_col_offset === undefined
      ? this.offsetOf(node)
      : this.#columns.offsetOf(node.end_lineno, node.end_col_offset)
  }

  /** A node as it is written, cut. */
  textOf(node: Located): string {
    const start = this.offsetOf(node)
    return this.text.slice(start, Math.min(this.endOf(node), start + dataflowLimits.maxTypeCharacters))
  }

  /** Writes an expression; gives the node of its value. */
  expression(node: PythonNode | null | undefined): number {
    if (!node) return this.nothing(this.current.offset)
    if (this.#depth >= dataflowLimits.maxSyntaxDepth) return this.tooDeep(node)
    this.#depth += 1
    const made = this.#lowerers.expression(this, node)
    this.#depth -= 1
    return made
  }

  statements(nodes: readonly PythonNode[]): void {
    for (const node of nodes) {
      if (this.#depth >= dataflowLimits.maxSyntaxDepth) {
        this.tooDeep(node)
        continue
      }
      this.#depth += 1
      this.#lowerers.statement(this, node)
      this.#depth -= 1
    }
  }

  tooDeep(node: Located): number {
    this.isPartial = true
    return this.node(Op.Opaque, this.offsetOf(node))
  }

  nothing(offset: number): number {
    return this.literal(LiteralKind.nothing, 'None', offset)
  }

  /** Text as a literal; the end of what is very long is left out. */
  textLiteral(text: string, offset: number): number {
    return this.literal(
      LiteralKind.string,
      text.length > dataflowLimits.maxLiteralCharacters ? text.slice(0, dataflowLimits.maxLiteralCharacters) : text,
      offset,
    )
  }

  /** What a name holds here. One that nobody declares is built in, or comes with `import *`. */
  named(name: string, offset: number): number {
    const variable = resolved(this.scope, name)
    if (variable) return this.read(variable, offset)
    if (this.starImports.length === 0 || isBuiltin(name)) return this.node(Op.Global, offset, this.string(name))
    const found = this.starImports.map((specifier) =>
      this.node(Op.Import, offset, this.string(specifier), this.string(name)),
    )
    const [only] = found
    return only !== undefined && found.length === 1
      ? only
      : this.nodeOf(
          Op.Phi,
          offset,
          found.flatMap((one) => [one, this.current.region]),
        )
  }

  /** Whether a name means what is built in, not something of the module. */
  isBuiltIn(name: string): boolean {
    return !resolved(this.scope, name)
  }

  assignName(name: string, value: number, scope: Scope = this.scope): void {
    const variable = scope.globals.has(name)
      ? scope.module.names.get(name)
      : (scope.names.get(name) ?? resolved(scope, name))
    if (variable) this.assign(variable, value)
  }

  /** A call of something built in. */
  callBuiltIn(name: string, given: readonly number[], offset: number): number {
    return this.nodeOf(Op.Call, offset, [this.node(Op.Global, offset, this.string(name)), ...given])
  }

  /** A call of a method. */
  callMethod(receiver: number, name: string, given: readonly number[], offset: number): number {
    return this.nodeOf(Op.Call, offset, [this.node(Op.Load, offset, receiver, this.string(name)), ...given])
  }

  /** Writes what stands in the scope that a node makes; nothing where that was nested too deeply to be looked at. */
  inScope(key: object, body: () => void): void {
    const scope = this.scopes.byNode.get(key)
    if (!scope) return
    const around = this.scope
    this.scope = scope
    for (const variable of scope.names.values()) this.declare(variable)
    body()
    this.scope = around
  }
}
