/** A category of servers, with the words that select it. */
export interface Category {
  readonly slug: string
  readonly title: string
  readonly description: string
  /** Words or phrases in names, descriptions, and keywords, in lower case and singular. */
  readonly words: readonly string[]
  /** Additional words for the names of tools. */
  readonly toolWords?: readonly string[]
}
