import type { IgnorePattern } from './ignore-pattern.ts'

/** The patterns that apply in a folder: those of its own file, and those of the folders above. */
export class IgnoreRules {
  readonly #patterns: readonly IgnorePattern[]
  /** Number of components of an entry's path before the folder of these patterns. */
  readonly #depth: number
  readonly #above: IgnoreRules | undefined

  constructor(patterns: readonly IgnorePattern[], depth: number, above?: IgnoreRules) {
    this.#patterns = patterns
    this.#depth = depth
    this.#above = above
  }

  /** Number of patterns, including those from above. */
  get size(): number {
    return this.#patterns.length + (this.#above?.size ?? 0)
  }

  /**
   * Whether git ignores an entry of a folder that it does not ignore. The last matching pattern decides, and nearer
   * files take precedence.
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

/** A path component in the form that patterns are compared with. */
export function asBytes(name: string): string {
  return Buffer.from(name, 'utf8').toString('latin1')
}
