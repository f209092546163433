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

/** Functions that lower each kind of syntax, assembled in `lower-python.ts`. */
export interface Lowerers {
  readonly expression: (to: Lowering, node: PythonNode) => number
  readonly statement: (to: Lowering, node: PythonNode) => void
}

/** An annotated field. */
export interface ClassField {
  readonly name: string
  readonly annotation: string
  readonly offset: number
  readonly hasDefault: boolean
}

/** A class whose body is being lowered. */
export interface ClassBody {
  readonly members: IrMember[]
  readonly methods: Set<string>
  readonly fieldTypes: (readonly [number, number])[]
  /** Annotated fields in source order, which is the order of the constructor's parameters. */
  readonly fields: ClassField[]
  creator: number
}

/** State of the lowering from a module to IR. */
export class Lowering extends FlowBuilder {
  readonly text: string
  readonly scopes: FoundScopes
  scope: Scope
  /** True if some code was nested too deeply and skipped. */
  isPartial: boolean
  /** Class whose body or methods are being lowered, and its base class. */
  classBody: ClassBody | undefined
  superclass: Variable | undefined
  /** True if `yield` returns its value to a `with` statement. */
  yieldReturns = false
  /** Dotted names imported by `import a.b`, by the variable of `a`. */
  readonly submodules = new Map<Variable, Set<string>>()
  /** Dotted names of imported modules and functions, by variable. */
  readonly imported = new Map<Variable, string>()
  /** Constructor fields of each class, including base class fields, by variable. */
  readonly dataFields = new Map<Variable, readonly ClassField[]>()
  /** Type aliases of the module and the enclosing functions, by name. */
  typeNames: ReadonlyMap<string, string> = new Map()
  /** Modules imported with `import *`. */
  readonly starImports: string[] = []
  /** For each loop, the regions that contain a `break`. The innermost loop is last. */
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

  /** Returns a node's source text, truncated. */
  textOf(node: Located): string {
    const start = this.offsetOf(node)
    return this.text.slice(start, Math.min(this.endOf(node), start + dataflowLimits.maxTypeCharacters))
  }

  /** Lowers an expression. Returns its value node. */
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

  /** Emits a string literal. Very long literals are truncated. */
  textLiteral(text: string, offset: number): number {
    return this.literal(
      LiteralKind.string,
      text.length > dataflowLimits.maxLiteralCharacters ? text.slice(0, dataflowLimits.maxLiteralCharacters) : text,
      offset,
    )
  }

  /** Returns the current value of a name. An undeclared name is a built-in or comes from `import *`. */
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

  /** True if a name refers to a built-in, not to a module-level name. */
  isBuiltIn(name: string): boolean {
    return !resolved(this.scope, name)
  }

  assignName(name: string, value: number, scope: Scope = this.scope): void {
    const variable = scope.globals.has(name)
      ? scope.module.names.get(name)
      : (scope.names.get(name) ?? resolved(scope, name))
    if (variable) this.assign(variable, value)
  }

  callBuiltIn(name: string, given: readonly number[], offset: number): number {
    return this.nodeOf(Op.Call, offset, [this.node(Op.Global, offset, this.string(name)), ...given])
  }

  callMethod(receiver: number, name: string, given: readonly number[], offset: number): number {
    return this.nodeOf(Op.Call, offset, [this.node(Op.Load, offset, receiver, this.string(name)), ...given])
  }

  /** Runs `body` in the scope that a node creates. Does nothing if the node was nested too deeply and skipped. */
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
