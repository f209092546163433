import type { Variable } from '../../ir/variable.ts'
import { declaringScope, type Scope } from './scope.ts'

/** Names that exist in CommonJS modules without a declaration. Assigning to them declares no variable. */
const moduleNames = new Set(['module', 'exports', 'require', 'globalThis', 'global', 'window', 'self', 'process'])

/** Assignments by name. They are resolved after all declarations are known, because `var` and functions are hoisted. */
export class NamedAssignments {
  readonly #scopes: Scope[] = []
  readonly #names: string[] = []
  readonly #first: boolean[] = []

  /** `isFirst` marks the assignment at the declaration. */
  add(scope: Scope, name: string, isFirst: boolean): void {
    this.#scopes.push(scope)
    this.#names.push(name)
    this.#first.push(isFirst)
  }

  /**
   * Records for each variable how it is assigned. Returns the variables of undeclared names, which belong to the
   * module.
   */
  settle(module: Scope): Variable[] {
    const undeclared: Variable[] = []
    const assigned = new Set<Variable>()
    for (let index = 0; index < this.#scopes.length; index += 1) {
      const scope = this.#scopes[index] ?? module
      const name = this.#names[index] ?? ''
      const declaring = declaringScope(scope, name)
      const variable = declaring?.names.get(name)
      if (declaring && variable) {
        if (declaring.functionId !== scope.functionId) variable.isShared = true
        if (this.#first[index] !== true || assigned.has(variable)) variable.isConstant = false
        assigned.add(variable)
      } else if (!moduleNames.has(name)) {
        const made = module.declare(name)
        made.isShared = true
        made.isConstant = false
        undeclared.push(made)
      }
    }
    return undeclared
  }
}

/**
 * Moves a function from a block to the enclosing function, unless a scope between them declares the name (ECMA-262,
 * annex B.3.2).
 */
export function liftOut(block: Scope, name: string): void {
  const variable = block.names.get(name)
  if (!variable || block.home === block) return
  for (let scope = block.parent; scope; scope = scope.parent) {
    const known = scope.names.get(name)
    if (scope === scope.home) {
      block.names.delete(name)
      if (!known) scope.names.set(name, variable)
      return
    }
    if (known) return
  }
}
