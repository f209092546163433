import type { FilePlace, ModuleResolver } from '../modules/module-resolver.ts'
import type { Blocker } from './blocker.ts'
import type { LoadedModule } from './loaded-module.ts'
import type { ModuleExports } from './module-exports.ts'
import type { OfferedNames } from './offered-names.ts'
import type { Receivers } from './receivers.ts'
import type { Values } from './values.ts'

/** What visiting a node may read from and add to the upper graph. */
export interface ProgramGraph {
  readonly values: Values
  readonly names: OfferedNames
  readonly resolver: ModuleResolver
  /** Objects by package: `otherBit` for packages that are not judged. */
  readonly bitOf: (packageIndex: number) => number
  /** Place of all thrown values. */
  readonly thrown: number
  /** Place of all elements of collections. */
  readonly elements: number
  /** Place of all functions that are fetched under unknown keys. */
  readonly fetched: number
  /** Receivers of calls, which become values if the called method uses its receiver. */
  readonly receivers: Receivers
  /** Place of all values that are stored under unknown keys. */
  anyName(): number
  /** Place of everything that a file exports. */
  exportPlaces(module: LoadedModule): number
  /** Files that an import refers to. They are loaded. */
  importedBy(module: LoadedModule, node: number): readonly LoadedModule[]
  block(blocker: Blocker): void
  /** A file loads files that are unknown: the entry of any package, or any file of a package that is judged. */
  loadAnything(module: LoadedModule, node: number): void
  /** Runs all functions of all files of a package. */
  runPackage(packageIndex: number): void
  /** A file starts programs. Its texts and the texts of the project may name a package. */
  startPrograms(module: LoadedModule): void
  /** A file runs text as code. The code may read everything that it receives. */
  runText(module: LoadedModule, node: number): void
  /** Loads a file, and runs its body. Returns undefined if the file has no code. */
  load(place: FilePlace): LoadedModule | undefined
  exportsOf(module: LoadedModule): ModuleExports
  run(module: LoadedModule, local: number): void
  place(module: LoadedModule, node: number): number
  /** A running function uses the value of a node: all functions that it may be can run. */
  use(module: LoadedModule, value: number): void
  /** A value is passed to a parameter of a function of the same file. It is used if the parameter is. */
  bind(module: LoadedModule, parameter: number, argument: number): void
  /** What a function returns is used. */
  useReturns(module: LoadedModule, local: number): void
}
