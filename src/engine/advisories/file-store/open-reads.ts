import type { Ecosystem } from '../../model/component.ts'

/** Knows which ecosystems are being read, so that no file is closed during a read. */
export interface OpenReads {
  /** Calls a function that reads an ecosystem's files. */
  run<Result>(ecosystem: Ecosystem, read: () => Promise<Result>): Promise<Result>
  /** Calls a function that closes an ecosystem's files as soon as no function reads them. */
  whenUnread(ecosystem: Ecosystem, close: () => void): Promise<void>
}

/** Creates the record of reads for one process. The scans of a process share its files. */
export function createOpenReads(): OpenReads {
  const open = new Map<Ecosystem, Set<Promise<unknown>>>()
  return {
    async run(ecosystem, read) {
      const reads = open.get(ecosystem) ?? new Set()
      open.set(ecosystem, reads)
      const reading = read()
      reads.add(reading)
      try {
        return await reading
      } finally {
        reads.delete(reading)
      }
    },
    async whenUnread(ecosystem, close) {
      for (;;) {
        const reads = open.get(ecosystem)
        // No other read can start between this check and the call.
        if (!reads || reads.size === 0) return close()
        await Promise.allSettled(reads)
      }
    },
  }
}
