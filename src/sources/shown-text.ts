/**
 * A hostile text made fit to be stored and shown: at most `longest` characters, without control characters
 * (Postgres stores no NUL) and without halves of surrogate pairs (its JSON takes none).
 */
export function shownText(text: string, longest = 200): string {
  const start = text.length > longest ? `${text.slice(0, longest)}…` : text
  return start.toWellFormed().replaceAll(/\p{Cc}/gu, '\uFFFD')
}
