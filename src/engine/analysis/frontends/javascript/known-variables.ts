import type { Node } from 'oxc-parser'
import type { Variable } from '../../ir/variable.ts'
import { patternNames } from './declarations.ts'
import type { FoundScopes } from './found-scopes.ts'
import { makesDefaultGetter, type ModuleTable, type TableModule } from './module-table.ts'
import { resolved, type Scope } from './scope.ts'
import type { ScopeStack } from './scope-stack.ts'
import { directCallee, keyText, makesRequire } from './syntax.ts'
import { type ClaimedModule, claimedModule } from './vendored/claimed-module.ts'
import { madeBy } from './vendored/kept-names.ts'
import { isModuleLoader, keyedWrapper, type OutsideBinding, outsideBinding } from './vendored/outside-binding.ts'
import type { VendoredCode } from './vendored/vendored-code.ts'

interface Named {
  readonly scope: Scope
  readonly name: string
}

/**
 * Variables with known values: module loaders, and declarations in bundled code from other packages. Collected by name
 * and resolved after all declarations are known.
 */
export class KnownVariables {
  readonly #scopes: ScopeStack
  readonly #vendored: VendoredCode
  readonly #loaders: (Named & { readonly maker: string | undefined })[] = []
  readonly #defaultGetters: Named[] = []
  readonly #outside: (Named & { readonly binding: OutsideBinding })[] = []
  readonly #tables = new Map<readonly Node[], ModuleTable>()
  readonly #outsideModules = new Map<TableModule, string>()
  /** Functions that are skipped. */
  readonly #leftOut = new Set<Node>()

  constructor(scopes: ScopeStack, vendored: VendoredCode) {
    this.#scopes = scopes
    this.#vendored = vendored
  }

  /** True if a function is a skipped module from another package. */
  isLeftOut(node: Node): boolean {
    return this.#leftOut.size > 0 && this.#leftOut.has(node)
  }

  noteTable(statements: readonly Node[], table: ModuleTable): void {
    this.#tables.set(statements, table)
    for (const module of table.modules) {
      const claimed = claimedModule(module.key)
      const specifier =
        module.passes ??
        this.#vendored.unmarked(module.run)?.module.specifier ??
        (claimed && this.#vendored.keyed({ start: module.start, end: module.end, module: claimed })
          ? claimed.specifier
          : undefined)
      if (specifier === undefined) continue
      this.#outsideModules.set(module, specifier)
      this.#leftOut.add(module.run)
    }
  }

  /** Records the declarations of a statement from another package. */
  noteStatement(statement: Node, module: ClaimedModule): void {
    if (statement.type === 'VariableDeclaration') {
      for (const { id, init } of statement.declarations)
        this.#noteNames(id, statement.kind, (name) =>
          isModuleLoader(name, init)
            ? { specifier: module.specifier, name: '*', loads: true }
            : outsideBinding(name, module),
        )
    } else if ((statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') && statement.id)
      this.#noteOutside(statement.id.name, this.#bindingOf(statement, statement.id.name, module))
  }

  /** Records the names of a declarator from another package. */
  noteDeclarator(declarator: Extract<Node, { type: 'VariableDeclarator' }>, kind: string, module: ClaimedModule): void {
    this.#noteNames(declarator.id, kind, (name) => this.#bindingOf(declarator, name, module))
  }

  /**
   * Records a variable whose value is another package's wrapped module (one identified by its key). Returns true if
   * `init` is such a module.
   */
  noteWrapper(name: string, init: Node | null): boolean {
    const wrapped = keyedWrapper(init)
    const module = wrapped && claimedModule(wrapped.path)
    if (!module || !this.#vendored.keyed({ ...wrapped, module })) return false
    this.#noteOutside(name, { specifier: module.specifier, name: '*', loads: true })
    return true
  }

  /** Records a variable whose value is a module loader. */
  noteValue(name: string, value: Node): void {
    if (
      value.type === 'ObjectExpression' &&
      value.properties.some(
        (one) => one.type === 'Property' && keyText(one.key, one.computed) === 'n' && makesDefaultGetter(one.value),
      )
    )
      this.#noteDefaultGetter(name)
    const { requireMakers } = this.#scopes
    const maker = requireMakers.size === 0 ? undefined : directCallee(value)
    if (makesRequire(value)) this.#loaders.push({ scope: this.#scopes.current, name, maker: undefined })
    else if (maker !== undefined && requireMakers.has(maker))
      this.#loaders.push({ scope: this.#scopes.current, name, maker })
  }

  /** Records an object whose property becomes a module loader. */
  noteMember({ object, property, computed }: Extract<Node, { type: 'MemberExpression' }>, value: Node): void {
    if (object.type === 'Identifier' && keyText(property, computed) === 'n' && makesDefaultGetter(value))
      this.#noteDefaultGetter(object.name)
  }

  /** Resolves the collected names after all declarations are known. */
  settle(): Pick<
    FoundScopes,
    'loaders' | 'requireMakers' | 'defaultGetters' | 'outside' | 'tables' | 'tablesByDeclarator' | 'outsideModules'
  > {
    const { module, requireMakers } = this.#scopes
    const loaders = new Set<Variable>()
    for (const { scope, name, maker } of this.#loaders) {
      const found = resolved(scope, name)
      const made = maker === undefined ? undefined : resolved(scope, maker)
      if (found && (maker === undefined || (made && made === module.names.get(maker)))) loaders.add(found)
    }
    const outside = new Map<Variable, OutsideBinding>()
    for (const { scope, name, binding } of this.#outside) {
      const found = resolved(scope, name)
      // A variable that is also assigned elsewhere may differ from the value at its declaration.
      if (found?.isConstant === true) outside.set(found, binding)
    }
    return {
      loaders,
      outside,
      tables: this.#tables,
      outsideModules: this.#outsideModules,
      requireMakers: new Set([...requireMakers].flatMap((name) => module.names.get(name) ?? [])),
      defaultGetters: new Set(this.#defaultGetters.flatMap(({ scope, name }) => resolved(scope, name) ?? [])),
      tablesByDeclarator: new Map([...this.#tables.values()].map((table) => [table.declarator, table])),
    }
  }

  #noteNames(pattern: Node, kind: string, bindingOf: (name: string) => OutsideBinding): void {
    for (const name of patternNames(pattern)) {
      if (kind === 'var') this.#scopes.current.home.declare(name)
      this.#scopes.assigned(name, true)
      this.#noteOutside(name, bindingOf(name))
    }
  }

  #noteOutside(name: string, binding: OutsideBinding): void {
    this.#outside.push({ scope: this.#scopes.current, name, binding })
  }

  #noteDefaultGetter(name: string): void {
    this.#defaultGetters.push({ scope: this.#scopes.current, name })
  }

  /** Returns the binding of a variable declared by another package. */
  #bindingOf(node: Node, name: string, module: ClaimedModule): OutsideBinding {
    const unmarked = this.#vendored.unmarked(node)
    if (!unmarked) return outsideBinding(name, module, madeBy(node)?.name)
    return {
      specifier: module.specifier,
      name: unmarked.isModule ? '*' : (unmarked.exports.get(name) ?? name),
      loads: unmarked.isModule,
    }
  }
}
