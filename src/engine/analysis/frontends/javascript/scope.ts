import { type Variable, variable } from '../../ir/variable.ts'

/** Names that no program can declare, by which a scope holds what is declared without a name. */
export const selfName = 'this'
export const superName = 'super'
export const argumentsName = 'arguments'

/** Where names are declared: a function, a block, a class, a module. */
export class Scope {
  readonly parent: Scope | undefined
  /** The scope in which `var` declares. */
  readonly home: Scope
  /** Has a `this` of its own. */
  readonly ownsSelf: boolean
  /** Which function of the intermediate form it lies in; equal for scopes of one function. */
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

  /** The variable of a name that is declared here; made when there is none. */
  declare(name: string): Variable {
    const known = this.names.get(name)
    if (known) return known
    const made = variable({ name, isShared: false, isConstant: true })
    this.names.set(name, made)
    return made
  }
}

/** The scope, from the innermost outwards, that declares a name. */
export function declaringScope(from: Scope, name: string): Scope | undefined {
  for (let scope: Scope | undefined = from; scope; scope = scope.parent) if (scope.names.has(name)) return scope
  return undefined
}

/** The variable that a name means. */
export function resolved(from: Scope, name: string): Variable | undefined {
  for (let scope: Scope | undefined = from; scope; scope = scope.parent) {
    const found = scope.names.get(name)
    if (found) return found
  }
  return undefined
}
