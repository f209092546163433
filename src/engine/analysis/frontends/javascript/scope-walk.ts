import type { Node } from 'oxc-parser'

/** How a pattern binds a name: declared by `var`, declared in its block, or assigned. */
export type Declaring = 'var' | 'lexical' | 'assign'

/** Walk through a program, as needed by the walks of nodes that create scopes. Implemented by `ScopeFinder`. */
export interface ScopeWalk {
  visit(node: Node | null | undefined): void
  visitAll(nodes: readonly (Node | null | undefined)[] | undefined): void
  /** Visits the statements of a program or function. */
  body(statements: readonly Node[]): void
  declarations(node: Extract<Node, { type: 'VariableDeclaration' }>, isLoop: boolean): void
  /** Handles names that a pattern declares or assigns. `isAssigned` is false for a declaration without a value. */
  pattern(node: Node, declaring: Declaring, isAssigned: boolean): void
}
