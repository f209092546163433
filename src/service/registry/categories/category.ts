/** Server category, and the words that select it. */
export interface Category {
  readonly slug: string
  readonly title: string
  readonly description: string
  /** Singular words or phrases in lowercase, searched in names, descriptions, and keywords. */
  readonly words: readonly string[]
  /** Additional words, searched in tool names. */
  readonly toolWords?: readonly string[]
}
