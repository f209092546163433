import type { ArrowFunctionExpression, Class, Function as FunctionNode, Node } from 'oxc-parser'
import { superName } from './scope.ts'
import type { ScopeStack } from './scope-stack.ts'
import type { ScopeWalk } from './scope-walk.ts'
import { asyncRun } from './syntax.ts'

/** Walks functions and classes. */
export class FunctionScopes {
  readonly #scopes: ScopeStack
  readonly #walk: ScopeWalk
  /** True for functions in skipped code from other packages. */
  readonly #isLeftOut: (node: FunctionNode | ArrowFunctionExpression) => boolean
  /** Functions that inherit `this`, as arrow functions do. */
  readonly #selfless = new Set<FunctionNode>()

  constructor(
    scopes: ScopeStack,
    walk: ScopeWalk,
    isLeftOut: (node: FunctionNode | ArrowFunctionExpression) => boolean,
  ) {
    this.#scopes = scopes
    this.#walk = walk
    this.#isLeftOut = isLeftOut
  }

  /** Records the generator that a compiler emitted for an async function, if the call runs one. */
  noteAsync(node: Extract<Node, { type: 'CallExpression' }>): void {
    const run = asyncRun(node)
    if (run?.keepsSelf) this.#selfless.add(run.generator)
  }

  /** Walks a function. For a named function expression, first enters a scope that holds the name. */
  walk(node: FunctionNode | ArrowFunctionExpression): void {
    const { body } = node
    if (!body || this.#isLeftOut(node)) return
    if (node.type !== 'FunctionExpression' || !node.id) return this.#functionBody(node, body)
    const around = this.#scopes.enterBlock(node.id)
    this.#scopes.declareWithValue(node.id.name)
    this.#functionBody(node, body)
    this.#scopes.leave(around)
  }

  #functionBody(node: FunctionNode | ArrowFunctionExpression, body: Node): void {
    const ownsSelf = node.type !== 'ArrowFunctionExpression' && !this.#selfless.has(node)
    const around = this.#scopes.enter(node, { isHome: true, ownsSelf, functionId: this.#scopes.newFunction() })
    for (const parameter of node.params) {
      if ('decorators' in parameter) this.#walk.visitAll(parameter.decorators)
      this.#walk.pattern(parameter, 'lexical', true)
    }
    if (body.type === 'BlockStatement') {
      this.#scopes.hoist(body.body, true)
      this.#walk.body(body.body)
    } else this.#walk.visit(body)
    this.#scopes.leave(around)
  }

  walkClass(node: Class): void {
    if (node.declare === true) return
    this.#walk.visitAll(node.decorators)
    this.#walk.visit(node.superClass)
    const around = this.#scopes.enterBlock(node)
    if (node.type === 'ClassExpression' && node.id) this.#scopes.declareWithValue(node.id.name)
    if (node.superClass) this.#scopes.declareWithValue(superName)
    this.#members(node)
    this.#scopes.leave(around)
  }

  #members(node: Class): void {
    const initializer = this.#scopes.newFunction()
    for (const member of node.body.body) {
      if ('decorators' in member) this.#walk.visitAll(member.decorators)
      if ('computed' in member && member.computed) this.#walk.visit(member.key)
      if (member.type === 'MethodDefinition') this.walk(member.value)
      else if (member.type === 'StaticBlock') {
        const around = this.#scopes.enter(member, {
          isHome: true,
          ownsSelf: true,
          functionId: this.#scopes.current.functionId,
        })
        this.#scopes.hoist(member.body, true)
        this.#walk.visitAll(member.body)
        this.#scopes.leave(around)
      } else if ((member.type === 'PropertyDefinition' || member.type === 'AccessorProperty') && member.value) {
        const around = this.#scopes.enter(member, {
          isHome: true,
          ownsSelf: true,
          functionId: member.static ? this.#scopes.current.functionId : initializer,
        })
        this.#walk.visit(member.value)
        this.#scopes.leave(around)
      }
    }
  }
}
