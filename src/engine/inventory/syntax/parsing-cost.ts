import { UnreadableManifest } from '../unreadable-manifest.ts'

const MiB = 1024 * 1024

/** Number of characters parsed per budget step. */
const charactersOfStep = 4

/** Memory limit for a parsed document: a fixed amount, plus bytes per character. */
const freeBytes = 64 * MiB
const bytesOfCharacter = 24

/** Returns the number of steps for parsing a text. */
export const parsingSteps = (text: string): number => text.length / charactersOfStep

/** Throws UnreadableManifest if a parsed text takes more memory than any tool-generated file. */
export function boundParsed(text: string, bytes: number): void {
  if (bytes > freeBytes + bytesOfCharacter * text.length)
    throw new UnreadableManifest(
      `is too expensive to read: its parsed form needs ${Math.round(bytes / MiB)} MiB of memory`,
    )
}
