import { ParseFailure } from '../../parse-failure.ts'

/** PEP 263: a comment in one of the first two lines, the second only after one that is blank or a comment. */
const declaration = /^(?:[ \t\f]*(?:#.*)?(?:\r\n?|\n))?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/

/**
 * Encodings by Python's names where they are not those of the Encoding Standard; the standard's `latin1` is
 * windows-1252, which differs in no letter of a program.
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
 * The text of a Python file in the encoding that it declares, UTF-8 unless it does, lines ended by `\n`. Throws
 * ParseFailure where CPython refuses the file too, and for encodings that are not known here.
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
 * None for encodings that are no text, such as `unicode_escape`, and those of more than ASCII's syntax, such as UTF-16.
 */
function decoderOf(label: string): TextDecoder | undefined {
  try {
    const decoder = new TextDecoder(label, { fatal: true })
    return decoder.encoding.startsWith('utf-16') ? undefined : decoder
  } catch {
    return undefined
  }
}
