/** Number of bytes to decode at once. Patterns for nearby keywords share them. */
const windowBytes = 16 * 1024

/** Decodes the text around keywords as Latin-1, so that each byte is one character, and caches the last window. */
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
   * Returns a text that contains the bytes before an offset and `after` bytes from it, with the offset where the text
   * starts.
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

  textBefore(offset: number, bytes: number): string {
    return this.#content.toString('latin1', Math.max(offset - bytes, 0), offset)
  }

  textFrom(offset: number, bytes: number): string {
    return this.#content.toString('latin1', offset, Math.min(offset + bytes, this.#content.length))
  }
}
