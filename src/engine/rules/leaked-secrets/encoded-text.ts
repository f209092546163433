/** Base64 in either alphabet, of six bytes or more. */
const base64 = /^(?:[A-Za-z0-9+/]{8,}|[A-Za-z0-9_-]{8,})={0,2}$/

/** Control characters that no text has, and the replacement for bytes that are not UTF-8. */
const notText = /[^\P{Cc}\t\n\r]|\ufffd/u

/** Returns the text in a base64 value. Undefined if the value is not base64 or its bytes are no text. */
export function decodedText(value: string): string | undefined {
  const characters = value.replaceAll('=', '').length
  if (characters % 4 === 1 || !base64.test(value)) return undefined
  const text = Buffer.from(value, 'base64').toString('utf8')
  return notText.test(text) ? undefined : text
}

/** Whether a value is base64 of bytes that are no text, such as a random key. */
export function isEncodedKey(value: string): boolean {
  return /[A-Za-z]/.test(value) && /\d/.test(value) && base64.test(value) && decodedText(value) === undefined
}

/** Characters of the standard alphabet, by their codes. */
const isBase64 = Array.from({ length: 256 }, (_, code) => /[A-Za-z0-9+/]/.test(String.fromCharCode(code)))

/** Maximum length of base64 that is searched for its start. Longer runs are images and archives. */
const maxRun = 4_000

/** Returns where the base64 starts that ends at `end`. A pattern would try each start, which takes quadratic time. */
export function base64Start(bytes: Uint8Array, end: number): number {
  const least = Math.max(end - maxRun, 0)
  let start = end
  while (start > least && isBase64[bytes[start - 1] ?? 0]) start -= 1
  return start
}
