/**
 * Sorted project paths, for queries about folders. Building it costs no more than sorting, no matter how deep the paths
 * are. Folders are not listed, because a few files with long paths can have millions of parent folders.
 */
export class SortedPaths {
  readonly #paths: readonly string[]

  constructor(paths: Iterable<string>) {
    this.#paths = [...new Set(paths)].sort()
  }

  /** Counts the files below a folder at any depth, and returns the first file. */
  below(folder: string): { readonly count: number; readonly first: string | undefined } {
    const start = this.#firstFrom(`${folder}/`)
    // `0` is the character after the slash.
    const count = this.#firstFrom(`${folder}0`) - start
    return { count, first: count === 0 ? undefined : this.#paths[start] }
  }

  /** Returns the index of the first path that does not sort before `text`. */
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
