import { type Variable, variable } from '../../ir/variable.ts'

export type ScopeKind = 'module' | 'function' | 'class' | 'comprehension'

/** Where names are bound: a module, a function, the body of a class, a comprehension. */
export class Scope {
  readonly parent: Scope | undefined
  readonly kind: ScopeKind
  readonly module: Scope
  readonly names = new Map<string, Variable>()
  /** Names that `global` gives to the module. */
  readonly globals = new Set<string>()
  /** Names that `nonlocal` gives to a function around. */
  readonly nonlocals = new Set<string>()

  constructor(kind: ScopeKind, parent?: Scope) {
    this.kind = kind
    this.parent = parent
    this.module = parent?.module ?? this
  }

  /** Says that the scope binds a name, again or for the first time. */
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
 * The variable that a name means. What the body of a class binds is seen in that body alone, and there only from when
 * it is bound: before, `date: date` means the name around.
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
