/** A category of servers, and the words that select it. */
export interface Category {
  readonly slug: string
  readonly title: string
  readonly description: string
  /** Singular words or phrases in lowercase, searched in names, descriptions, and keywords. */
  readonly words: readonly string[]
  /** Additional words, searched in the names of tools. */
  readonly toolWords?: readonly string[]
}
