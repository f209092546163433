import type { Node } from 'oxc-parser'
import { declaresLexically, namespaceNames } from './declarations.ts'
import type { Scope } from './scope.ts'
import type { ScopeStack } from './scope-stack.ts'
import type { ScopeWalk } from './scope-walk.ts'

/** Walks nodes that create a scope inside a function: loops, blocks, `switch`, `catch`, enums, and namespaces. */
export class BlockScopes {
  readonly #scopes: ScopeStack
  readonly #walk: ScopeWalk

  constructor(scopes: ScopeStack, walk: ScopeWalk) {
    this.#scopes = scopes
    this.#walk = walk
  }

  /** Walks `for (…; …; …)`. */
  loop(node: Extract<Node, { type: 'ForStatement' }>): void {
    const around = this.#enterFor(node, node.init)
    this.#walk.visit(node.init)
    this.#walk.visit(node.test)
    this.#walk.visit(node.update)
    this.#walk.visit(node.body)
    this.#scopes.leave(around)
  }

  /** Walks `for (… in …)` and `for (… of …)`. */
  loopEach(node: Extract<Node, { type: 'ForInStatement' | 'ForOfStatement' }>): void {
    const around = this.#enterFor(node, node.left)
    if (node.left.type === 'VariableDeclaration') this.#walk.declarations(node.left, true)
    else this.#walk.pattern(node.left, 'assign', false)
    this.#walk.visit(node.right)
    this.#walk.visit(node.body)
    this.#scopes.leave(around)
  }

  /** Enters a scope for the declarations in a loop head, if there are any. */
  #enterFor(node: Node, head: Node | null): Scope {
    return head?.type === 'VariableDeclaration' && head.kind !== 'var'
      ? this.#enterBlock(node, [head])
      : this.#scopes.current
  }

  select(node: Extract<Node, { type: 'SwitchStatement' }>): void {
    const { discriminant, cases } = node
    this.#walk.visit(discriminant)
    const declaring = cases.flatMap(({ consequent }) => consequent)
    const around = declaring.some(declaresLexically) ? this.#enterBlock(node, declaring) : this.#scopes.current
    for (const { test, consequent } of cases) {
      this.#walk.visit(test)
      this.#walk.visitAll(consequent)
    }
    this.#scopes.leave(around)
  }

  /** Walks the statements of a block. */
  block(node: Node, body: readonly Node[]): void {
    const around = body.some(declaresLexically) ? this.#enterBlock(node, body) : this.#scopes.current
    this.#walk.visitAll(body)
    this.#scopes.leave(around)
  }

  /** Enters a scope for the declarations among the statements. Returns the enclosing scope. */
  #enterBlock(node: Node, statements: readonly Node[]): Scope {
    const around = this.#scopes.enterBlock(node)
    this.#scopes.hoist(statements, false)
    return around
  }

  handler(node: Extract<Node, { type: 'CatchClause' }>): void {
    const { param, body } = node
    if (!param) return this.#walk.visit(body)
    const around = this.#scopes.enterBlock(node)
    this.#walk.pattern(param, 'lexical', true)
    this.#walk.visit(body)
    this.#scopes.leave(around)
  }

  /** Walks a TypeScript enum. */
  enumeration(node: Extract<Node, { type: 'TSEnumDeclaration' }>): void {
    if (node.declare) return
    this.#scopes.assigned(node.id.name, true)
    const around = this.#scopes.enterBlock(node)
    for (const { id, initializer } of node.body.members) {
      if (id.type === 'Identifier') this.#scopes.declareWithValue(id.name)
      this.#walk.visit(initializer)
    }
    this.#scopes.leave(around)
  }

  /** Walks a TypeScript namespace. */
  namespace(node: Extract<Node, { type: 'TSModuleDeclaration' }>): void {
    const { body } = node
    const [name] = namespaceNames(node)
    if (node.declare || !body || name === undefined) return
    this.#scopes.assigned(name, true)
    const around = this.#scopes.enter(node, {
      isHome: true,
      ownsSelf: false,
      functionId: this.#scopes.current.functionId,
    })
    this.#scopes.hoist(body.body, true)
    this.#walk.visitAll(body.body)
    this.#scopes.leave(around)
  }
}
