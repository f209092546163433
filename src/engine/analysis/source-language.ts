/** Name of a language that a front end reads. */
export type SourceLanguage = string
