import type { IgnorePattern } from './ignore-pattern.ts'

/** Ignore patterns that apply in a folder, from its own ignore file and from those in the folders above. */
export class IgnoreRules {
  readonly #patterns: readonly IgnorePattern[]
  /** Number of path components above the folder to which these patterns belong. */
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
   * Reports whether git ignores an entry in a folder that is not ignored itself. The last matching pattern wins, and
   * nearer files take precedence.
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

/** Converts a path component to Latin-1 bytes, the form that patterns match. */
export function asBytes(name: string): string {
  return Buffer.from(name, 'utf8').toString('latin1')
}
