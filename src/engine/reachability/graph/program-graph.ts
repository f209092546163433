import type { LoadedModule } from './loaded-module.ts'
import type { LoadingGraph } from './loading-graph.ts'
import type { ModuleExports } from './module-exports.ts'
import type { OfferedNames } from './offered-names.ts'
import type { Receivers } from './receivers.ts'
import type { Values } from './values.ts'

/** What visiting a node may read from and add to the upper graph. */
export interface ProgramGraph extends LoadingGraph {
  readonly values: Values
  readonly names: OfferedNames
  /** Objects by package: `otherBit` for packages that are not judged. */
  readonly bitOf: (packageIndex: number) => number
  /** Place of all thrown values. */
  readonly thrown: number
  /** Place of all elements of collections. */
  readonly elements: number
  /** Place of all functions that are fetched under unknown keys. */
  readonly fetched: number
  /** Place of all objects that functions of the Python runtime receive. */
  readonly given: number
  /** Receivers of calls, which become values if the called method uses its receiver. */
  readonly receivers: Receivers
  /** Place of all values that are stored under unknown keys. */
  anyName(): number
  /** Place of everything that a file exports. */
  exportPlaces(module: LoadedModule): number
  /** Files that an import refers to. They are loaded. */
  importedBy(module: LoadedModule, node: number): readonly LoadedModule[]
  exportsOf(module: LoadedModule): ModuleExports
  run(module: LoadedModule, local: number): void
  /** A running function uses the value of a node: all functions that it may be can run. */
  use(module: LoadedModule, value: number): void
  /** A value is passed to a parameter of a function of the same file. It is used if the parameter is. */
  bind(module: LoadedModule, parameter: number, argument: number): void
  /** What a function returns is used. */
  useReturns(module: LoadedModule, local: number): void
}
