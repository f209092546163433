import { PairMap } from '../ir/pair-map.ts'

/** Tokens that one takes after, as far as they are looked at. */
export const maxInherited = 64

/** Which tokens take after which others, such as an instance after its base classes, and what they override. */
export class InheritedTokens {
  readonly #followed: (number[] | undefined)[] = []
  readonly #owned = new PairMap()
  /** Tokens that have any key themselves. */
  readonly #hasOwn = new Set<number>()
  /** Pairs of tokens: the first inherits from the second through other tokens. */
  readonly #implied = new PairMap(64)

  /**
   * Notes that a token takes after another one. Returns false if it takes after so many others already, or if nothing
   * follows from this one.
   */
  add(token: number, followed: number, atMost: number): boolean {
    if (token === followed) return false
    const known = (this.#followed[token] ??= [])
    if (
      known.length >= atMost ||
      known.includes(followed) ||
      this.#follows(followed, token) ||
      this.#takesAfter(token, followed)
    )
      return false
    known.push(followed)
    return true
  }

  /**
   * Says that a token has a key itself, whatever those have that it takes after: a method that a class overrides.
   * Before anything asks for it.
   */
  own(token: number, key: number): void {
    this.#owned.add(token, key)
    this.#hasOwn.add(token)
  }

  /** Whether a token has a key itself. */
  isOwn(token: number, key: number): boolean {
    return this.#owned.get(token, key) >= 0
  }

  /** Tokens that this one takes after, themselves only. */
  of(token: number): readonly number[] {
    return this.#followed[token] ?? none
  }

  /** Whether a token takes after another one, itself or through others. */
  #follows(token: number, other: number): boolean {
    if ((this.#followed[token]?.length ?? 0) === 0) return false
    // Most are few: to look through a list takes a third of what a `Set` takes.
    const seen = [token]
    for (const one of seen) {
      if (one === other) return true
      for (const next of this.#followed[one] ?? none)
        if (seen.length < maxInherited && !seen.includes(next)) seen.push(next)
    }
    return false
  }

  /**
   * Whether a token already inherits from another one through other tokens, and none of these overrides anything. The
   * edge is then redundant. In a bundle of 3 MB this holds for a quarter of 5,400 pairs of tokens, and for 440,000 of
   * 2.1 million edges between attributes.
   */
  #takesAfter(token: number, other: number): boolean {
    if (this.#implied.get(token, other) >= 0) return true
    const seen = [...(this.#followed[token] ?? none)]
    for (const one of seen) {
      if (one === other) {
        this.#implied.add(token, other)
        return true
      }
      if (!this.#hasOwn.has(one))
        for (const next of this.#followed[one] ?? none)
          if (seen.length < maxInherited && !seen.includes(next)) seen.push(next)
    }
    return false
  }
}

const none: readonly number[] = []
