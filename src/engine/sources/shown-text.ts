/**
 * Makes untrusted text safe to store and display, and limits it to `longest` characters. Removes control characters
 * (Postgres cannot store NUL) and lone surrogates (its JSON type rejects them). Also removes characters that break
 * lines, have no width, or change the text direction, because they can make text look different from its actual
 * content: https://trojansource.codes. These include the joiners in some emoji and scripts, which stay readable without
 * them.
 */
export function shownText(text: string, longest = 200): string {
  const start = text.length > longest ? `${text.slice(0, longest)}…` : text
  return start.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}
