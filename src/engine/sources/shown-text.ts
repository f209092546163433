/**
 * A hostile text made fit to be stored and shown: at most `longest` characters, without control characters
 * (Postgres stores no NUL), without halves of surrogate pairs (its JSON takes none), and without what breaks lines,
 * has no width or turns the direction of writing, so that it reads otherwise than it is: https://trojansource.codes.
 * The joiners in some emoji and scripts are among that: such a name stays readable without them.
 */
export function shownText(text: string, longest = 200): string {
  const start = text.length > longest ? `${text.slice(0, longest)}…` : text
  return start.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}
