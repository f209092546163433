import type { Variable } from '../../ir/variable.ts'
import { declaringScope, type Scope } from './scope.ts'

/** Names that modules of CommonJS have without declaring them; assigning them declares nothing. */
const moduleNames = new Set(['module', 'exports', 'require', 'globalThis', 'global', 'window', 'self', 'process'])

/**
 * Assignments by name, which mean something only when all names are declared: `var` and functions count before they
 * stand.
 */
export class NamedAssignments {
  readonly #scopes: Scope[] = []
  readonly #names: string[] = []
  readonly #first: boolean[] = []

  /** `isFirst`: where the name is declared. */
  add(scope: Scope, name: string, isFirst: boolean): void {
    this.#scopes.push(scope)
    this.#names.push(name)
    this.#first.push(isFirst)
  }

  /** Tells variables who assigns them. Gives those of names that nobody declares, which the module then does. */
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
 * Makes a block's function one of the function around it, unless a scope between them has the name (ECMA-262, annex
 * B.3.2).
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
