/** Name of a language that a frontend reads. */
export type SourceLanguage = string
