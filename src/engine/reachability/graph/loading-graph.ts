import type { FilePlace, ModuleResolver } from '../modules/module-resolver.ts'
import type { Blocker } from './blocker.ts'
import type { LoadedModule } from './loaded-module.ts'

/** What loading files adds to a graph that may deny that code is reached. */
export interface LoadingGraph {
  readonly resolver: ModuleResolver
  block(blocker: Blocker): void
  /** Loads a file, and runs its body. Returns undefined if the file has no code. */
  load(place: FilePlace): LoadedModule | undefined
  /** Number of a node among the nodes of the program. */
  place(module: LoadedModule, node: number): number
  /** Code outside the program may call a function. */
  enter(module: LoadedModule, local: number): void
  /** Loads a file whose exports may become any value, and the value at `place`. */
  escapeFile(file: FilePlace, place?: number): void
  /** A file loads files that are unknown. */
  loadAnything(module: LoadedModule, node: number): void
  /** Runs all functions of all files of a package. */
  runPackage(packageIndex: number): void
  /** A file starts programs. Its texts and the texts of the project may name a package. */
  startPrograms(module: LoadedModule): void
  /** A file runs text as code. The code may read everything that it receives. */
  runText(module: LoadedModule, node: number): void
}
