/**
 * Paths of a project, for queries about the content of folders. Costs no more than sorting the paths, regardless of
 * their depth. Folders are never listed, because a few files with long paths can have millions of them.
 */
export class SortedPaths {
  readonly #paths: readonly string[]

  constructor(paths: Iterable<string>) {
    this.#paths = [...new Set(paths)].sort()
  }

  /** Number of files below the folder at any depth, and the first of them. */
  below(folder: string): { readonly count: number; readonly first: string | undefined } {
    const start = this.#firstFrom(`${folder}/`)
    // The character after the slash.
    const count = this.#firstFrom(`${folder}0`) - start
    return { count, first: count === 0 ? undefined : this.#paths[start] }
  }

  /** Index of the first path that does not sort before a text. */
  #firstFrom(text: string): number {
    let [low, high] = [0, this.#paths.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#paths[middle] ?? '') < text) low = middle + 1
      else high = middle
    }
    return low
  }
}
