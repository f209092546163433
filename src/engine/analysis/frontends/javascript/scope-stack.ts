import type { Node } from 'oxc-parser'
import type { Variable } from '../../ir/variable.ts'
import { liftOut, NamedAssignments } from './assigned-names.ts'
import { namespaceNames, patternNames } from './declarations.ts'
import { argumentsName, Scope, selfName } from './scope.ts'
import { renamedRequireMakers } from './syntax.ts'

/** Scopes during the walk through a program: the current one, and the declarations in each. */
export class ScopeStack {
  readonly module = new Scope(undefined, { isHome: true, ownsSelf: true, functionId: 0 })
  readonly byNode = new Map<object, Scope>()
  /** Local names of imported `createRequire` functions. */
  readonly requireMakers = new Set<string>()
  current: Scope = this.module
  readonly #assignments = new NamedAssignments()
  /** Functions that blocks declare. In sloppy mode, the enclosing function sees them too. */
  readonly #blockFunctions: { readonly block: Scope; readonly name: string }[] = []
  #functions = 1

  newFunction(): number {
    this.#functions += 1
    return this.#functions
  }

  /**
   * Enters a new scope for a node. Returns the enclosing scope, for `leave`. Avoids a callback because there are
   * hundreds of thousands of scopes.
   */
  enter(
    key: object,
    kind: { readonly isHome: boolean; readonly ownsSelf: boolean; readonly functionId: number },
  ): Scope {
    const around = this.current
    this.current = new Scope(around, kind)
    this.byNode.set(key, this.current)
    return around
  }

  /** Enters a block scope, which shares the function, `this`, and the `var` declarations of the enclosing scope. */
  enterBlock(key: object): Scope {
    return this.enter(key, { isHome: false, ownsSelf: false, functionId: this.current.functionId })
  }

  leave(around: Scope): void {
    this.current = around
  }

  /** `isFirst` marks the assignment at the declaration. */
  assigned(name: string, isFirst: boolean): void {
    this.#assignments.add(this.current, name, isFirst)
  }

  /** Declares a name in the current scope, with a value assigned at its declaration. */
  declareWithValue(name: string): void {
    this.current.declare(name)
    this.assigned(name, true)
  }

  useSelf(): void {
    for (let scope: Scope | undefined = this.current; scope; scope = scope.parent) {
      if (!scope.ownsSelf) continue
      scope.declare(selfName)
      return
    }
  }

  /** `arguments` belongs to the same function as `this`. The `arguments` of modules are ignored. */
  useArguments(): void {
    for (let scope: Scope | undefined = this.current; scope?.parent; scope = scope.parent) {
      if (scope.names.has(argumentsName)) return
      if (!scope.ownsSelf) continue
      scope.declare(argumentsName)
      return
    }
  }

  /** Hoists the declarations of statements to their block. */
  hoist(statements: readonly Node[], isBody: boolean): void {
    for (const statement of statements)
      this.#hoistOne(
        (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration') &&
          statement.declaration
          ? statement.declaration
          : statement,
        isBody,
      )
  }

  #hoistOne(node: Node, isBody: boolean): void {
    switch (node.type) {
      case 'VariableDeclaration':
        if (node.kind !== 'var' && node.declare !== true)
          for (const { id } of node.declarations) this.#declarePattern(id)
        break
      case 'FunctionDeclaration':
        if (!node.id) break
        this.declareWithValue(node.id.name)
        if (!isBody) this.#blockFunctions.push({ block: this.current, name: node.id.name })
        break
      case 'ClassDeclaration':
        if (node.id && node.declare !== true) this.declareWithValue(node.id.name)
        break
      case 'TSEnumDeclaration':
        if (!node.declare) this.current.declare(node.id.name)
        break
      case 'TSModuleDeclaration': {
        const [name] = namespaceNames(node)
        if (!node.declare && node.body && name !== undefined) this.current.declare(name)
        break
      }
      case 'TSImportEqualsDeclaration':
        this.current.declare(node.id.name)
        break
      case 'ImportDeclaration':
        if (node.importKind !== 'type') for (const { local } of node.specifiers) this.current.declare(local.name)
        for (const name of renamedRequireMakers(node)) this.requireMakers.add(name)
        break
      default:
    }
  }

  #declarePattern(pattern: Node): void {
    if (pattern.type === 'Identifier') this.current.declare(pattern.name)
    else for (const name of patternNames(pattern)) this.current.declare(name)
  }

  /**
   * Records for each variable how it is assigned. Returns the variables of undeclared names. Call it once, after the
   * walk.
   */
  settle(isModule: boolean): Variable[] {
    if (!isModule) for (const { block, name } of this.#blockFunctions) liftOut(block, name)
    return this.#assignments.settle(this.module)
  }
}
