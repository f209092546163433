import type { Node } from 'oxc-parser'
import type { Variable } from '../../ir/variable.ts'
import type { ModuleTable, TableModule } from './module-table.ts'
import type { Scope } from './scope.ts'
import type { OutsideBinding } from './vendored/outside-binding.ts'

/** What scopes a program has. */
export interface FoundScopes {
  readonly module: Scope
  /**
   * Scopes by what makes them: functions, blocks, loops, `switch`, `catch`; of functions with a name of their own the
   * name's, by its node, stands around; of classes by the class, and that of the initial values of its fields by its
   * body.
   */
  readonly byNode: ReadonlyMap<object, Scope>
  /** Names that are assigned and that nobody declares. */
  readonly undeclared: readonly Variable[]
  /** Variables that hold something like `require`. */
  readonly loaders: ReadonlySet<Variable>
  /** Variables that are `createRequire` under a name that a minifier chose. */
  readonly requireMakers: ReadonlySet<Variable>
  /** Variables whose method `n` makes functions that give a module's default, as webpack writes it. */
  readonly defaultGetters: ReadonlySet<Variable>
  /** Variables that stand for what other packages' code in this file declares, which is not looked at. */
  readonly outside: ReadonlyMap<Variable, OutsideBinding>
  /**
   * Tables of modules, by the statements that they stand among; modules of other packages, which are not looked at,
   * with what an import would name.
   */
  readonly tables: ReadonlyMap<readonly Node[], ModuleTable>
  readonly tablesByDeclarator: ReadonlyMap<Node, ModuleTable>
  readonly outsideModules: ReadonlyMap<TableModule, string>
  /** Set when something was nested too deeply to look at. */
  readonly isPartial: boolean
}
