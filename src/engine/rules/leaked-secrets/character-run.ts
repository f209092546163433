/** Consecutive characters of one class. */
export interface CharacterRun {
  /** 1 for the codes of the characters in the class, and 0 for other Latin-1 characters. */
  readonly members: Uint8Array
  /** Minimum number of characters. */
  readonly least: number
}

/**
 * Reports whether a Latin-1 text contains the run between two offsets. Reads each character at most twice, and in texts
 * without the run only a few of them.
 */
export function containsRun(text: string, from: number, to: number, { members, least }: CharacterRun): boolean {
  for (let start = from; start + least <= to;) {
    let at = start + least - 1
    while (at >= start && members[text.charCodeAt(at)] === 1) at -= 1
    if (at < start) return true
    start = at + 1
  }
  return false
}
