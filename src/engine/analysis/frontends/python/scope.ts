import { type Variable, variable } from '../../ir/variable.ts'

export type ScopeKind = 'module' | 'function' | 'class' | 'comprehension'

/** Names bound by a module, a function, a class body, or a comprehension. */
export class Scope {
  readonly parent: Scope | undefined
  readonly kind: ScopeKind
  readonly module: Scope
  readonly names = new Map<string, Variable>()
  /** Names declared `global`. */
  readonly globals = new Set<string>()
  /** Names declared `nonlocal`. */
  readonly nonlocals = new Set<string>()

  constructor(kind: ScopeKind, parent?: Scope) {
    this.kind = kind
    this.parent = parent
    this.module = parent?.module ?? this
  }

  /** Binds a name in this scope. A name that is bound again is no longer constant. */
  bind(name: string): Variable {
    const known = this.names.get(name)
    if (known) {
      known.isConstant = false
      return known
    }
    const made = variable({ name, isShared: false, isConstant: true })
    this.names.set(name, made)
    return made
  }
}

/**
 * Returns the variable that a name refers to. Names bound in a class body are visible only in that body, and only after
 * they are bound: in `date: date`, the annotation refers to the outer name.
 */
export function resolved(from: Scope, name: string): Variable | undefined {
  for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
    if (scope.globals.has(name)) return scope.module.names.get(name)
    if (scope.kind === 'class' && scope !== from) continue
    const found = scope.names.get(name)
    if (found && (scope.kind !== 'class' || found.assigned.length > 0)) return found
  }
  return undefined
}
