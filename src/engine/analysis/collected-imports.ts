import { sourceFileLimits } from './source-file-limits.ts'
import type { SourceImport } from './source-file.ts'

/** Collects the imports of a file in source order, without duplicates and up to a limit. */
export class CollectedImports {
  readonly #byIdentity = new Map<string, SourceImport & { readonly position: number }>()
  #isCut = false

  /** Keeps imports sorted by `position`. Of duplicates, keeps the one with the lowest position. */
  add(found: SourceImport, position: number): void {
    if (found.specifier.length > sourceFileLimits.maxSpecifierCharacters) return this.#cut()
    const names = found.names?.slice(0, sourceFileLimits.maxImportedNames)
    if (names?.length !== found.names?.length) this.#cut()
    const identity = JSON.stringify([found.kind, found.specifier, names])
    const known = this.#byIdentity.get(identity)
    if (known && known.position <= position) return
    if (!known && this.#byIdentity.size === sourceFileLimits.maxImports) return this.#cut()
    this.#byIdentity.set(identity, { ...found, ...(names && { names }), position })
  }

  /** Returns the imports in the form stored in the file facts. */
  facts(): { readonly imports: SourceImport[]; readonly partial?: string } {
    const ordered = [...this.#byIdentity.values()].sort((a, b) => a.position - b.position)
    return {
      imports: ordered.map(({ position: _position, ...found }) => found),
      ...(this.#isCut && { partial: 'it has too many imports to list' }),
    }
  }

  #cut(): void {
    this.#isCut = true
  }
}
