/** Scripts beyond ASCII that literals and texts distinguish. Each is one character, which bounds the automaton. */
const scripts = { latin: 0x80, kana: 0x81, ideograph: 0x82, hangul: 0x83, other: 0x84 } as const

/** Characters for the scripts beyond ASCII. */
export const scriptCharacters: readonly string[] = Object.values(scripts).map((code) => String.fromCharCode(code))

/** Number of character codes that `keywordCode` returns. */
export const keywordCodes = Math.max(...Object.values(scripts)) + 1

/**
 * Returns the code that represents a character in literals and texts: its own for ASCII, and otherwise the code of its
 * script. Characters that match each other without case have the same code. Two of them match an ASCII letter: U+212A
 * matches `k`, and U+017F matches `s`.
 */
export function keywordCode(code: number): number {
  if (code < 0x80) return code
  if (code < 0x1_80) return code === 0x1_7f ? 0x73 : code === 0xb5 ? scripts.other : scripts.latin
  if (code >= 0x30_00 && code <= 0xd7_af) {
    if (code <= 0x30_ff) return scripts.kana
    if (code >= 0x34_00 && code <= 0x9f_ff) return scripts.ideograph
    if (code >= 0xac_00) return scripts.hangul
    return scripts.other
  }
  if (code === 0x21_2a) return 0x6b
  return code === 0x21_2b || code === 0x1e_9e ? scripts.latin : scripts.other
}
