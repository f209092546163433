/**
 * Thrown if a requirement or marker violates PEP 508. The message is the end of a sentence about the requirement or
 * marker.
 */
export class InvalidRequirement extends Error {
  override readonly name = 'InvalidRequirement'
}

const maxRequirementLength = 16_384

/** Tokenizes a string from left to right. */
export class RequirementText {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    if (text.length > maxRequirementLength)
      throw new InvalidRequirement(`is longer than ${maxRequirementLength} characters`)
    this.#text = text
  }

  get isAtEnd(): boolean {
    this.#skipSpace()
    return this.#at >= this.#text.length
  }

  /** Skips whitespace, then consumes and returns a match of the sticky expression. */
  take(pattern: RegExp): string | undefined {
    this.#skipSpace()
    pattern.lastIndex = this.#at
    const [taken] = pattern.exec(this.#text) ?? []
    this.#at += taken?.length ?? 0
    return taken
  }

  /** Consumes exactly this string. Returns false if the text continues differently. */
  takes(expected: string): boolean {
    this.#skipSpace()
    if (!this.#text.startsWith(expected, this.#at)) return false
    this.#at += expected.length
    return true
  }

  expect(expected: string): void {
    if (!this.takes(expected)) throw this.unexpected(`"${expected}"`)
  }

  /** Creates the error for unexpected text. */
  unexpected(wanted: string): InvalidRequirement {
    return new InvalidRequirement(`has no ${wanted} at character ${this.#at + 1}`)
  }

  #skipSpace(): void {
    while (this.#text[this.#at] === ' ' || this.#text[this.#at] === '\t') this.#at += 1
  }
}
