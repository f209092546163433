import { UnreadableManifest } from '../unreadable-manifest.ts'

const MiB = 1024 * 1024

/** Characters that a parser processes in the time of one step. */
const charactersOfStep = 4

/** Maximum memory of a parsed document: a fixed amount, and bytes per character of its text. */
const freeBytes = 64 * MiB
const bytesOfCharacter = 24

/** The steps for parsing a text. */
export const parsingSteps = (text: string): number => text.length / charactersOfStep

/** Throws UnreadableManifest for a text that takes more memory when parsed than files written by tools. */
export function boundParsed(text: string, bytes: number): void {
  if (bytes > freeBytes + bytesOfCharacter * text.length)
    throw new UnreadableManifest(
      `is too expensive to read: its parsed form needs ${Math.round(bytes / MiB)} MiB of memory`,
    )
}
