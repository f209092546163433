/**
 * Makes hostile text safe to store and display: at most `longest` characters, without control characters (Postgres
 * stores no NUL), without lone surrogates (its JSON rejects them), and without characters that break lines, have no
 * width, or change the text direction, so that the text looks different from its content: https://trojansource.codes.
 * This includes the joiners in some emoji and scripts. Such names stay readable without them.
 */
export function shownText(text: string, longest = 200): string {
  const start = text.length > longest ? `${text.slice(0, longest)}…` : text
  return start.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}
