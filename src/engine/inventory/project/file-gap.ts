import type { FileReason } from '../reasons/file-reasons.ts'

/**
 * A project file that was not read, or not completely. The reason is `as-known` if the file has no reading, because the
 * parent process then already has a sentence.
 */
export interface FileGap {
  readonly path: string
  readonly reason: FileReason | 'as-known'
}
