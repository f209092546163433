import type { Of } from './python-tree.ts'
import { Scope, type ScopeKind } from './scope.ts'

/** The scopes of a module while it is walked through: which one it is in, and what they bind. */
export class ScopeStack {
  readonly module = new Scope('module')
  readonly byNode = new Map<object, Scope>()
  current: Scope = this.module
  /** Assignments of names of functions around, looked up when all names are known. */
  readonly #outer: { readonly scope: Scope; readonly name: string }[] = []

  /** Binds a name in a scope, or in the one that `global` or `nonlocal` names there. */
  bind(name: string, scope: Scope = this.current): void {
    if (scope.globals.has(name) && scope.kind !== 'module') {
      const variable = this.module.bind(name)
      variable.isShared = true
      variable.isConstant = false
    } else if (scope.nonlocals.has(name)) this.#outer.push({ scope, name })
    else scope.bind(name)
  }

  /** `(name := value)` binds in the function around; a comprehension may be written as a function of its own. */
  bindWalrus({ target }: Of<'NamedExpr'>): void {
    if (target.nodeType !== 'Name') return
    let scope: Scope = this.current
    while (scope.kind === 'comprehension' && scope.parent) scope = scope.parent
    this.bind(target.id, scope)
    const variable = scope.names.get(target.id)
    if (variable && scope !== this.current) variable.isShared = true
  }

  /** Runs something inside a new scope of a node. */
  inside(node: object, kind: ScopeKind, body: () => void): void {
    const around = this.current
    this.current = new Scope(kind, around)
    this.byNode.set(node, this.current)
    body()
    this.current = around
  }

  /** Marks variables that inner functions assign. Call it once, when all has been walked through. */
  settle(): void {
    for (const { scope, name } of this.#outer) shareAround(scope, name)
  }
}

/** A name that an inner function assigns holds values in no order that is known. */
function shareAround(from: Scope, name: string): void {
  for (let scope = from.parent; scope && scope.kind !== 'module'; scope = scope.parent) {
    const variable = scope.kind === 'class' ? undefined : scope.names.get(name)
    if (!variable) continue
    variable.isShared = true
    variable.isConstant = false
    return
  }
}
