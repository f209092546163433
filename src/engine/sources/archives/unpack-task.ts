import type { TaskFile } from '../../isolation/isolation.ts'
import { shownText } from '../shown-text.ts'
import { archiveReaders, isArchiveKind } from './archive-kinds.ts'
import type { SkipReason } from './skip-reason.ts'

/** Header of an answer part: a file (its content follows) or a skipped entry. */
export type UnpackedPart = { readonly file: string } | { readonly skipped: string; readonly reason: SkipReason }

const nothing = Buffer.of()

/**
 * Runs in a child process: unpacks an archive and sends each file as soon as it is read. `path` is the archive kind.
 */
export function unpackInChild({ path: kind, content, send }: TaskFile): unknown {
  if (!isArchiveKind(kind)) throw new Error('this kind of archive is unknown')
  const say = (part: UnpackedPart, bytes: Buffer) => send(part, bytes)
  return archiveReaders[kind](content, {
    keep: (file, bytes) => say({ file }, bytes),
    skip: (skipped, reason) => say({ skipped: shownText(skipped), reason }, nothing),
  })
}
