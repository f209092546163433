import { ParseFailure } from '../../parse-failure.ts'

/**
 * PEP 263 requires a comment on one of the first two lines. It may be on the second line only if the first one is blank
 * or a comment.
 */
const declaration = /^(?:[ \t\f]*(?:#.*)?(?:\r\n?|\n))?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/

/**
 * Python encoding names that differ from the Encoding Standard. There, `latin1` means windows-1252, which decodes all
 * letters in a program identically.
 */
const labels: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  'utf-8-sig': 'utf-8',
  ascii: 'utf-8',
  'us-ascii': 'utf-8',
  'latin-1': 'iso-8859-1',
  'iso-latin-1': 'iso-8859-1',
  latin1: 'iso-8859-1',
  cp1252: 'windows-1252',
  cp1251: 'windows-1251',
  'euc-jp': 'euc-jp',
  cp932: 'shift_jis',
  'shift-jis': 'shift_jis',
  cp949: 'euc-kr',
}

/**
 * Decodes a Python file with its declared encoding, or UTF-8 by default, and normalizes line endings to `\n`. Throws
 * ParseFailure if CPython also rejects the file, or if the encoding is not supported.
 */
export function decodePython(content: Buffer): string {
  if (content.includes(0)) throw new ParseFailure('encoding', 'it is not text')
  const declared =
    declaration
      .exec(content.toString('latin1', 0, 1_000).replace(/^\xef\xbb\xbf/, ''))?.[1]
      ?.toLowerCase()
      .replaceAll('_', '-') ?? 'utf-8'
  const decoder = decoderOf(labels[declared] ?? declared)
  if (!decoder) throw new ParseFailure('encoding', 'its encoding is unknown')
  try {
    return decoder.decode(content).replaceAll(/\r\n?/g, '\n')
  } catch {
    throw new ParseFailure('encoding', 'it is not text')
  }
}

/**
 * Returns undefined for encodings that are not text, such as `unicode_escape`, and for encodings that do not extend
 * ASCII, such as UTF-16.
 */
function decoderOf(label: string): TextDecoder | undefined {
  try {
    const decoder = new TextDecoder(label, { fatal: true })
    return decoder.encoding.startsWith('utf-16') ? undefined : decoder
  } catch {
    return undefined
  }
}
