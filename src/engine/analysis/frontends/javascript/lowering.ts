import type { Expression, Node, Program, Statement } from 'oxc-parser'
import { dataflowLimits } from '../../dataflow-limits.ts'
import { FlowBuilder } from '../../ir/flow-builder.ts'
import type { Variable } from '../../ir/variable.ts'
import { LiteralKind, Op } from '../../ir/operations.ts'
import { lineStartsOf } from '../../ir/ir-module.ts'
import type { SourceLanguage } from '../../source-language.ts'
import { findScopes } from './find-scopes.ts'
import type { FoundScopes } from './found-scopes.ts'
import type { ModuleTable } from './module-table.ts'
import { resolved, type Scope } from './scope.ts'
import { VendoredCode } from './vendored/vendored-code.ts'

/** Functions that lower each kind of syntax, assembled in `lower-javascript.ts`. */
export interface Lowerers {
  readonly expression: (to: Lowering, node: Expression | Node, name: string | undefined) => number
  readonly statement: (to: Lowering, node: Statement | Node, label: string | undefined) => void
}

/** State of the lowering from a program to IR. */
export class Lowering extends FlowBuilder {
  readonly text: string
  readonly scopes: FoundScopes
  /** Bundled code from other packages in this file. */
  readonly vendored: VendoredCode
  /** Modules of each module table, by key. */
  readonly modulesOf = new Map<ModuleTable, ReadonlyMap<string, Variable | string>>()
  /** Modules of each module table, by the variable of the function that runs them. */
  readonly modulesByRequire = new Map<Variable, ReadonlyMap<string, Variable | string>>()
  /** Exports of this function that were declared before their values existed. */
  later: { readonly target: number; readonly name: string; readonly value: Node }[] = []
  scope: Scope
  /** True if some code was nested too deeply and skipped. */
  isPartial: boolean
  /** True if `super` refers to the base class itself, not to its prototype. */
  isStatic = false
  /** True if `yield` acts as `await`, as in compiled async functions. */
  yieldAwaits = false
  /** Variables that the module exports. */
  readonly exported: { readonly name: string; readonly local: string; readonly offset: number }[] = []
  readonly #lowerers: Lowerers
  #depth = 0

  constructor(
    program: Program,
    text: string,
    {
      language,
      lowerers,
      keepsVendored = false,
    }: {
      readonly language: SourceLanguage
      readonly lowerers: Lowerers
      /** True if bundled code of other packages is lowered too. */
      readonly keepsVendored?: boolean
    },
  ) {
    super(language, lineStartsOf(text), text.length)
    this.text = text
    this.vendored = new VendoredCode(text, program.body, { isKept: keepsVendored })
    this.scopes = findScopes(program, this.vendored)
    this.scope = this.scopes.module
    this.isPartial = this.scopes.isPartial
    this.#lowerers = lowerers
  }

  /** Lowers an expression. Returns its value node. `name` is used for an anonymous function or class. */
  expression(node: Expression | Node | null | undefined, name?: string): number {
    if (!node) return this.nothing(this.current.offset)
    if (this.#depth >= dataflowLimits.maxSyntaxDepth) return this.tooDeep(node)
    this.#depth += 1
    const made = this.#lowerers.expression(this, node, name)
    this.#depth -= 1
    return made
  }

  statement(node: Statement | Node, label?: string): void {
    if (this.#depth >= dataflowLimits.maxSyntaxDepth) {
      this.tooDeep(node)
      return
    }
    this.#depth += 1
    this.#lowerers.statement(this, node, label)
    this.#depth -= 1
  }

  statements(nodes: readonly Node[]): void {
    for (const node of nodes) if (!this.vendored.moduleOf(node)) this.statement(node)
  }

  tooDeep({ start }: Node): number {
    this.isPartial = true
    return this.node(Op.Opaque, start)
  }

  nothing(offset: number): number {
    return this.literal(LiteralKind.nothing, 'undefined', offset)
  }

  /** Emits a string literal. Very long literals are truncated. */
  textLiteral(text: string, offset: number): number {
    return this.literal(
      LiteralKind.string,
      text.length > dataflowLimits.maxLiteralCharacters ? text.slice(0, dataflowLimits.maxLiteralCharacters) : text,
      offset,
    )
  }

  /** Returns the current value of a name. */
  named(name: string, offset: number): number {
    const variable = resolved(this.scope, name)
    if (!variable) return this.node(Op.Global, offset, this.string(name))
    const outside = this.scopes.outside.size === 0 ? undefined : this.scopes.outside.get(variable)
    return outside && !outside.loads
      ? this.node(Op.Import, offset, this.string(outside.specifier), this.string(outside.name))
      : this.read(variable, offset)
  }

  assignName(name: string, value: number): void {
    const variable = resolved(this.scope, name)
    if (variable) this.assign(variable, value)
  }

  /** Assigns a name declared in the current scope. Does nothing if the name is declared in another scope. */
  assignOwn(name: string, value: number): void {
    const variable = this.scope.names.get(name)
    if (variable) this.assign(variable, value)
  }

  /** Enters the scope that a node creates, if any. Returns the enclosing scope to restore. */
  enter(key: object): Scope | undefined {
    const scope = this.scopes.byNode.get(key)
    if (!scope) return undefined
    const around = this.scope
    this.scope = scope
    for (const variable of scope.names.values()) this.declare(variable)
    return around
  }

  /** Runs `body` in the scope that a node creates, if any. */
  inScope(key: object, body: () => void): void {
    const around = this.enter(key)
    body()
    if (around) this.scope = around
  }
}
