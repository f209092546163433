import type { IgnorePattern } from './ignore-pattern.ts'

/**
 * Ignore patterns that apply in a folder: those from its own ignore file and from the ignore files in parent folders.
 */
export class IgnoreRules {
  readonly #patterns: readonly IgnorePattern[]
  /** Number of path components above the folder that these patterns belong to. */
  readonly #depth: number
  readonly #above: IgnoreRules | undefined

  constructor(patterns: readonly IgnorePattern[], depth: number, above?: IgnoreRules) {
    this.#patterns = patterns
    this.#depth = depth
    this.#above = above
  }

  /** Number of patterns, including inherited ones. */
  get size(): number {
    return this.#patterns.length + (this.#above?.size ?? 0)
  }

  /**
   * Reports whether git ignores an entry, given that its folder is not ignored. The last matching pattern wins, and the
   * ignore file nearest to the entry takes precedence.
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

/** Converts a path component to its bytes in Latin-1, the encoding in which patterns are matched. */
export function asBytes(name: string): string {
  return Buffer.from(name, 'utf8').toString('latin1')
}
