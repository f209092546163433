import type { Node } from 'oxc-parser'

/** How a pattern binds a name: declares it with `var`, declares it in its block, or assigns it. */
export type Declaring = 'var' | 'lexical' | 'assign'

/** Callbacks into the program walk for classes that walk nodes with scopes. Implemented by `ScopeFinder`. */
export interface ScopeWalk {
  visit(node: Node | null | undefined): void
  visitAll(nodes: readonly (Node | null | undefined)[] | undefined): void
  /** Visits the statements of a program or function. */
  body(statements: readonly Node[]): void
  declarations(node: Extract<Node, { type: 'VariableDeclaration' }>, isLoop: boolean): void
  /** Handles names declared or assigned by a pattern. `isAssigned` is false for a declaration without a value. */
  pattern(node: Node, declaring: Declaring, isAssigned: boolean): void
}
