import { type Variable, variable } from '../../ir/variable.ts'

/** Reserved names for implicit declarations. No program can declare them. */
export const selfName = 'this'
export const superName = 'super'
export const argumentsName = 'arguments'

/** Declarations of a function, a block, a class, or a module. */
export class Scope {
  readonly parent: Scope | undefined
  /** Scope that receives `var` declarations. */
  readonly home: Scope
  /** True if the scope has its own `this`. */
  readonly ownsSelf: boolean
  /** ID of the IR function that contains the scope. */
  readonly functionId: number
  readonly names = new Map<string, Variable>()

  constructor(
    parent: Scope | undefined,
    {
      isHome,
      ownsSelf,
      functionId,
    }: { readonly isHome: boolean; readonly ownsSelf: boolean; readonly functionId: number },
  ) {
    this.parent = parent
    this.home = isHome || !parent ? this : parent.home
    this.ownsSelf = ownsSelf
    this.functionId = functionId
  }

  /** Returns the variable for a name in this scope. Creates it if necessary. */
  declare(name: string): Variable {
    const known = this.names.get(name)
    if (known) return known
    const made = variable({ name, isShared: false, isConstant: true })
    this.names.set(name, made)
    return made
  }
}

/** Returns the innermost scope that declares a name. */
export function declaringScope(from: Scope, name: string): Scope | undefined {
  for (let scope: Scope | undefined = from; scope; scope = scope.parent) if (scope.names.has(name)) return scope
  return undefined
}

/** Returns the variable that a name refers to. */
export function resolved(from: Scope, name: string): Variable | undefined {
  for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
    const found = scope.names.get(name)
    if (found) return found
  }
  return undefined
}
