const longestShown = 200

/**
 * A hostile text made fit to be stored and shown: at most 200 characters, without control characters
 * (Postgres stores no NUL) and without halves of surrogate pairs (its JSON takes none).
 */
export function shownText(text: string): string {
  const start = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
  return start.toWellFormed().replaceAll(/\p{Cc}/gu, '\uFFFD')
}
