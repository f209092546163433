import type { Of } from './python-tree.ts'
import { Scope, type ScopeKind } from './scope.ts'

/** Scopes during the walk through a module: the current one, and the names bound in each. */
export class ScopeStack {
  readonly module = new Scope('module')
  readonly byNode = new Map<object, Scope>()
  current: Scope = this.module
  /** Assignments to names of enclosing functions. They are resolved once all names are known. */
  readonly #outer: { readonly scope: Scope; readonly name: string }[] = []

  /** Binds a name in a scope, or in the scope that a `global` or `nonlocal` statement selects. */
  bind(name: string, scope: Scope = this.current): void {
    if (scope.globals.has(name) && scope.kind !== 'module') {
      const variable = this.module.bind(name)
      variable.isShared = true
      variable.isConstant = false
    } else if (scope.nonlocals.has(name)) this.#outer.push({ scope, name })
    else scope.bind(name)
  }

  /**
   * `(name := value)` binds in the enclosing function, even if the comprehension is compiled to a separate function.
   */
  bindWalrus({ target }: Of<'NamedExpr'>): void {
    if (target.nodeType !== 'Name') return
    let scope: Scope = this.current
    while (scope.kind === 'comprehension' && scope.parent) scope = scope.parent
    this.bind(target.id, scope)
    const variable = scope.names.get(target.id)
    if (variable && scope !== this.current) variable.isShared = true
  }

  /** Runs `body` in a new scope for a node. */
  inside(node: object, kind: ScopeKind, body: () => void): void {
    const around = this.current
    this.current = new Scope(kind, around)
    this.byNode.set(node, this.current)
    body()
    this.current = around
  }

  /** Marks variables assigned by nested functions. Call it once, after the walk. */
  settle(): void {
    for (const { scope, name } of this.#outer) shareAround(scope, name)
  }
}

/** Marks a variable that a nested function assigns, because the order of its values is then unknown. */
function shareAround(from: Scope, name: string): void {
  for (let scope = from.parent; scope && scope.kind !== 'module'; scope = scope.parent) {
    const variable = scope.kind === 'class' ? undefined : scope.names.get(name)
    if (!variable) continue
    variable.isShared = true
    variable.isConstant = false
    return
  }
}
