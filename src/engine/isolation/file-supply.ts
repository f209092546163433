import type { IsolatedFile } from './isolation.ts'

/** The files of a run, each handed out once. Files that a child never started are handed out again. */
export interface FileSupply {
  next(): IsolatedFile | undefined
  /** Before all files that were not handed out yet. */
  giveBack(file: IsolatedFile): void
  /** Does not take a file. */
  readonly hasMore: boolean
}

/** Reads files from the list on demand, and one ahead. */
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
