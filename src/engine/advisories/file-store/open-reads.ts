/** Counts the reads of shared files, so that no file is closed during a read. */
export interface OpenReads {
  /** Calls a function that reads the files. */
  run<Result>(files: Disposable, read: () => Promise<Result>): Promise<Result>
  /** Closes the files as soon as no function reads them. They must not be read again. */
  close(files: Disposable): void
}

/** Creates the counters for one process. The scans of a process share its files. */
export function createOpenReads(): OpenReads {
  const counts = new Map<Disposable, number>()
  const closing = new Set<Disposable>()
  return {
    async run(files, read) {
      counts.set(files, (counts.get(files) ?? 0) + 1)
      try {
        return await read()
      } finally {
        const left = (counts.get(files) ?? 1) - 1
        if (left > 0) counts.set(files, left)
        else {
          counts.delete(files)
          if (closing.delete(files)) files[Symbol.dispose]()
        }
      }
    },
    close(files) {
      if (counts.has(files)) closing.add(files)
      else files[Symbol.dispose]()
    },
  }
}
