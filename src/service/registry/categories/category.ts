/** A category of servers, with the words that decide for it. */
export interface Category {
  readonly slug: string
  readonly title: string
  readonly description: string
  /** Whole words or several after each other, singular and lower case, in names, descriptions and keywords. */
  readonly words: readonly string[]
  /** Words in the names of tools; those of `words` count there too. */
  readonly toolWords?: readonly string[]
}
