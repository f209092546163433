/**
 * Replaces control characters, with which a scanned package could control the terminal.
 *
 * @param maxLength in UTF-16 code units; a cut text ends with an ellipsis
 */
export function printable(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const cut = text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`
  return cut.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '�')
}
