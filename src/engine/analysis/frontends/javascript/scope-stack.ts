import type { Node } from 'oxc-parser'
import type { Variable } from '../../ir/variable.ts'
import { liftOut, NamedAssignments } from './assigned-names.ts'
import { namespaceNames, patternNames } from './declarations.ts'
import { argumentsName, Scope, selfName } from './scope.ts'
import { renamedRequireMakers } from './syntax.ts'

/** The scopes of a program while it is walked through: which one it is in, and what they declare. */
export class ScopeStack {
  readonly module = new Scope(undefined, { isHome: true, ownsSelf: true, functionId: 0 })
  readonly byNode = new Map<object, Scope>()
  /** Names that imports of this program give to `createRequire`. */
  readonly requireMakers = new Set<string>()
  current: Scope = this.module
  readonly #assignments = new NamedAssignments()
  /** Functions that blocks declare: outside of strict code the function around sees them too. */
  readonly #blockFunctions: { readonly block: Scope; readonly name: string }[] = []
  #functions = 1

  /** The id of one more function. */
  newFunction(): number {
    this.#functions += 1
    return this.#functions
  }

  /**
   * Enters a new scope of a node; gives the one around it, for `leave`. Without a callback: there are hundreds of
   * thousands of scopes.
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

  /** As `enter`, of a scope in the same function that has no `this` and no `var` of its own. */
  enterBlock(key: object): Scope {
    return this.enter(key, { isHome: false, ownsSelf: false, functionId: this.current.functionId })
  }

  leave(around: Scope): void {
    this.current = around
  }

  /** `isFirst`: where the name is declared. */
  assigned(name: string, isFirst: boolean): void {
    this.#assignments.add(this.current, name, isFirst)
  }

  /** Declares a name of the current scope that gets its value where it stands. */
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

  /** `arguments` belong to the function that `this` belongs to; modules have none that matter. */
  useArguments(): void {
    for (let scope: Scope | undefined = this.current; scope?.parent; scope = scope.parent) {
      if (scope.names.has(argumentsName)) return
      if (!scope.ownsSelf) continue
      scope.declare(argumentsName)
      return
    }
  }

  /** Declares what statements declare for the whole block that they stand in. */
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
   * Tells variables who assigns them; gives those of names that nobody declares. Call it once, when all has been walked
   * through.
   */
  settle(isModule: boolean): Variable[] {
    if (!isModule) for (const { block, name } of this.#blockFunctions) liftOut(block, name)
    return this.#assignments.settle(this.module)
  }
}
