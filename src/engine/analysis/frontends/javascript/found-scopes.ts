import type { Node } from 'oxc-parser'
import type { Variable } from '../../ir/variable.ts'
import type { ModuleTable, TableModule } from './module-table.ts'
import type { Scope } from './scope.ts'
import type { OutsideBinding } from './vendored/outside-binding.ts'

export interface FoundScopes {
  readonly module: Scope
  /**
   * Scope of each node that creates one: functions, blocks, loops, `switch`, `catch`, and classes. A named function
   * expression has an additional outer scope, keyed by its name node. A class's field initializers have a scope that is
   * keyed by the class body.
   */
  readonly byNode: ReadonlyMap<object, Scope>
  /** Names that are assigned but not declared. */
  readonly undeclared: readonly Variable[]
  /** Variables that hold a `require`-like function. */
  readonly loaders: ReadonlySet<Variable>
  /** Variables that hold `createRequire` under a minified name. */
  readonly requireMakers: ReadonlySet<Variable>
  /** Variables whose method `n` returns a getter for a module's default export, as webpack emits it. */
  readonly defaultGetters: ReadonlySet<Variable>
  /** Variables declared by skipped code from other packages. */
  readonly outside: ReadonlyMap<Variable, OutsideBinding>
  /** Module tables by the statement list that contains them. */
  readonly tables: ReadonlyMap<readonly Node[], ModuleTable>
  readonly tablesByDeclarator: ReadonlyMap<Node, ModuleTable>
  readonly outsideModules: ReadonlyMap<TableModule, string>
  /** True if some code was nested too deeply and skipped. */
  readonly isPartial: boolean
}
