/** Decodes a constant text. Undefined if the text is not encoded that way. The result is never longer than the text. */
export type Decoder = (text: string) => string | undefined

/** Returns bytes as text. Undefined unless they are UTF-8, because only then a model can read them. */
export function decodedBytes(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes)
  return text.includes('\ufffd') ? undefined : text
}

const ofBase64: Decoder = (text) =>
  /^[\w+/=\s-]*$/.test(text) ? decodedBytes(Buffer.from(text.replaceAll(/\s/g, ''), 'base64')) : undefined

const ofHex: Decoder = (text) => {
  const digits = text.replaceAll(/[\s:]/g, '')
  return /^(?:[\da-f]{2})*$/i.test(digits) ? decodedBytes(Buffer.from(digits, 'hex')) : undefined
}

const rotated: Decoder = (text) =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0)
    const start = code >= 97 ? 97 : 65
    return String.fromCharCode(((code - start + 13) % 26) + start)
  })

const ofPercent: Decoder = (text) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const unchanged: Decoder = (text) => text

/** Decoders by the name of an encoding: `Buffer.from(text, 'hex')`, `codecs.decode(text, 'rot13')`. */
const byEncoding: ReadonlyMap<string, Decoder> = new Map([
  ['base64', ofBase64],
  ['base64url', ofBase64],
  ['hex', ofHex],
  ['rot13', rotated],
  ['rot_13', rotated],
  ['utf8', unchanged],
  ['utf-8', unchanged],
  ['ascii', unchanged],
])

/** Decoders by the last part of the name of a function with one argument. */
const byFunction: ReadonlyMap<string, Decoder> = new Map([
  ['atob', ofBase64],
  ['b64decode', ofBase64],
  ['standard_b64decode', ofBase64],
  ['urlsafe_b64decode', ofBase64],
  ['a2b_base64', ofBase64],
  ['b16decode', ofHex],
  ['fromhex', ofHex],
  ['unhexlify', ofHex],
  ['a2b_hex', ofHex],
  ['decodeURIComponent', ofPercent],
  ['unquote', ofPercent],
])

/**
 * Returns the decoder that a function applies to its first argument. `encoding` is its second argument: undefined if it
 * has none, and empty if it is unknown.
 */
export function decoderOf(name: string, qualified: string, encoding: string | undefined): Decoder | undefined {
  const known = byFunction.get(name)
  if (known) return known
  if (/^(?:buffer\.)?Buffer\.from$/.test(qualified)) return byEncoding.get((encoding ?? 'utf8').toLowerCase())
  // Rot13 is its own inverse, so programs also encode with it.
  if (/^codecs\.(?:decode|encode)$/.test(qualified)) return byEncoding.get((encoding ?? '').toLowerCase())
  return undefined
}

/** Reports whether a text names the encoding that converts between bytes and text without changing the characters. */
export const isPlainEncoding = (encoding: string): boolean => byEncoding.get(encoding.toLowerCase()) === unchanged
