import { isBase64Byte } from './encoded-text.ts'

/** Limits a credential to the first place in each run of base64 where its pattern matches. */
export interface FirstInRun {
  readonly pattern: RegExp
  /** Number of bytes from the keyword in which the pattern must match. */
  readonly within: number
  /** Maximum number of bytes of the run before the keyword. Longer runs are images, archives, and source maps. */
  readonly maxBefore: number
}

/**
 * Finds the first place in each run of base64. Without it, a rule would try its pattern at each keyword of a run, which
 * takes quadratic time. Places are asked for in order, so each byte is read at most three times.
 */
export class Base64Runs {
  readonly #content: Buffer
  /** Run that contains the latest place. `isUsed`: a place in it has matched. */
  #run = { start: 0, end: 0, isUsed: false }

  constructor(content: Buffer) {
    this.#content = content
  }

  /** Reports whether this place is the first one in its run where the pattern matches. */
  isFirst(place: number, { pattern, within, maxBefore }: FirstInRun): boolean {
    if (place >= this.#run.end) this.#run = this.#runAt(place, maxBefore)
    const { start, isUsed } = this.#run
    if (isUsed || place - start >= maxBefore) return false
    if (!pattern.test(this.#content.toString('latin1', place, place + within))) return false
    this.#run.isUsed = true
    return true
  }

  #runAt(place: number, maxBefore: number) {
    const least = Math.max(this.#run.end, place - maxBefore, 0)
    let [start, end] = [place, place]
    while (start > least && isBase64Byte(this.#content[start - 1])) start -= 1
    while (end < this.#content.length && isBase64Byte(this.#content[end])) end += 1
    return { start, end: Math.max(end, place + 1), isUsed: false }
  }
}
