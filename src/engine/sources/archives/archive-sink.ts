import type { SkipReason } from './skip-reason.ts'

/** Receives an archive's files and skipped entries in order. */
export interface ArchiveSink {
  /** `path` is safe: it is relative and has no links or special segments. */
  keep(path: string, content: Buffer): void
  skip(path: string, reason: SkipReason): void
}
