import type { IsolatedFile } from './isolation.ts'

/** Supplies each file of a run once. A file that a child never started can be returned and is then supplied again. */
export interface FileSupply {
  next(): IsolatedFile | undefined
  /** Returns a file to the front of the supply. */
  giveBack(file: IsolatedFile): void
  /** True if files are left. Does not take one. */
  readonly hasMore: boolean
}

/** Creates a supply that reads the list on demand, one file ahead. */
export function createFileSupply(files: Iterable<IsolatedFile>): FileSupply {
  const iterator = files[Symbol.iterator]()
  const returned: IsolatedFile[] = []
  let ahead: Step = iterator.next()
  return {
    next() {
      const again = returned.shift()
      if (again) return again
      if (ahead.done) return undefined
      const file = ahead.value
      ahead = iterator.next()
      return file
    },
    giveBack: (file) => void returned.push(file),
    get hasMore() {
      return returned.length > 0 || !ahead.done
    },
  }
}

type Step = IteratorResult<IsolatedFile, unknown>
