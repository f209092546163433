import { inventoryLimits } from '../inventory-limits.ts'
import type { SnapshotFile } from '../../model/snapshot.ts'
import { UnreadableManifest } from '../unreadable-manifest.ts'

/**
 * Decodes a manifest as UTF-8, or as UTF-16 if it has a byte order mark, as in `requirements.txt` files that PowerShell
 * writes. Throws UnreadableManifest if the file is too large or not text.
 */
export function manifestText({ size, content }: Pick<SnapshotFile, 'content' | 'size'>): string {
  const { maxManifestBytes: manifestBytes } = inventoryLimits
  if (size > manifestBytes) throw new UnreadableManifest({ code: 'size-limit', size: manifestBytes / 1024 / 1024 })
  const encoding =
    content[0] === 0xff && content[1] === 0xfe
      ? 'utf-16le'
      : content[0] === 0xfe && content[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  let text: string
  try {
    // Strips the byte order mark.
    text = new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    throw new UnreadableManifest('no-utf-8')
  }
  if (text.includes('\0')) throw new UnreadableManifest('no-text')
  return text
}
