import type { SkipReason } from './skip-reason.ts'

/** Receives what a reader finds in an archive, in the order of its entries. */
export interface ArchiveSink {
  /** `path` is safe: relative, without links or special segments. */
  keep(path: string, content: Buffer): void
  skip(path: string, reason: SkipReason): void
}
