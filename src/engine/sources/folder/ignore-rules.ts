import type { IgnorePattern } from './ignore-pattern.ts'

/** The patterns that hold in a folder: those of its own file, and those of the folders above it. */
export class IgnoreRules {
  readonly #patterns: readonly IgnorePattern[]
  /** How many components of an entry's path stand before the folder whose patterns these are. */
  readonly #depth: number
  readonly #above: IgnoreRules | undefined

  constructor(patterns: readonly IgnorePattern[], depth: number, above?: IgnoreRules) {
    this.#patterns = patterns
    this.#depth = depth
    this.#above = above
  }

  /** Number of patterns, those from above included. */
  get size(): number {
    return this.#patterns.length + (this.#above?.size ?? 0)
  }

  /**
   * Whether git ignores an entry of a folder that it does not ignore. The last pattern that matches
   * decides, and the nearer file before those above.
   *
   * @param path components from the top of the repository, as Latin-1
   */
  ignores(path: readonly string[], isFolder: boolean): boolean {
    const below = this.#depth === 0 ? path : path.slice(this.#depth)
    const deciding = this.#patterns.findLast((pattern) => pattern.matches(below, isFolder))
    if (deciding !== undefined) return !deciding.isNegated
    return this.#above?.ignores(path, isFolder) ?? false
  }
}

/** A path's component as patterns are compared with it. */
export function asBytes(name: string): string {
  return Buffer.from(name, 'utf8').toString('latin1')
}
