/**
 * Replaces control characters, because a scanned package could use them to control the terminal.
 *
 * @param maxLength in UTF-16 code units; a truncated string ends with an ellipsis
 */
export function printable(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const cut = text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`
  return cut.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '�')
}
