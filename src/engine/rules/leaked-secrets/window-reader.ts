/** Bytes that are decoded at once: patterns of many keywords near each other share them. */
const windowBytes = 16 * 1024

/**
 * Decodes the neighbourhood of keywords as Latin 1, in which each byte is one character, and remembers the last one.
 */
export class WindowReader {
  readonly #content: Buffer
  readonly #before: number
  #base = 0
  #text = ''

  constructor(content: Buffer, before: number) {
    this.#content = content
    this.#before = before
  }

  /**
   * A text with the bytes before and the `after` bytes from an offset, as far as there are any, and the offset at which
   * it begins.
   */
  at(offset: number, after: number): { readonly text: string; readonly base: number } {
    const from = Math.max(offset - this.#before, 0)
    const to = Math.min(offset + after, this.#content.length)
    if (from < this.#base || to > this.#base + this.#text.length) {
      this.#base = from
      this.#text = this.#content.toString('latin1', from, Math.min(from + windowBytes, this.#content.length))
    }
    return { text: this.#text, base: this.#base }
  }

  /** So many bytes from an offset, as far as there are any. */
  textFrom(offset: number, bytes: number): string {
    return this.#content.toString('latin1', offset, Math.min(offset + bytes, this.#content.length))
  }
}
