/** Names and messages come from scanned packages: control characters could write to the terminal in our name. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '�')
}
