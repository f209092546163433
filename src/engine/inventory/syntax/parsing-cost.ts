import { UnreadableManifest } from '../unreadable-manifest.ts'

const MiB = 1024 * 1024

/** Characters that a parser takes in the time of one step. */
const charactersOfStep = 4

/** What a parsed document may take: so much in any case, and so many bytes for each character of its text. */
const freeBytes = 64 * MiB
const bytesOfCharacter = 24

/** The steps of parsing a text. */
export const parsingSteps = (text: string): number => text.length / charactersOfStep

/** Throws UnreadableManifest for a text that takes more memory parsed than files that tools write. */
export function boundParsed(text: string, bytes: number): void {
  if (bytes > freeBytes + bytesOfCharacter * text.length)
    throw new UnreadableManifest(
      `is too expensive to read: its parsed form needs ${Math.round(bytes / MiB)} MiB of memory`,
    )
}
