/**
 * Count of each byte. Shared and zeroed after each use, because a hostile file can contain a million strings to
 * measure.
 */
const counts = new Uint32Array(256)

/** Returns the Shannon entropy in bits per character. Characters beyond Latin-1 count by their last byte. */
export function entropyOf(text: string): number {
  for (let index = 0; index < text.length; index += 1) {
    const byte = text.charCodeAt(index) & 0xff
    counts[byte] = (counts[byte] ?? 0) + 1
  }
  let sum = 0
  for (let index = 0; index < text.length; index += 1) {
    const byte = text.charCodeAt(index) & 0xff
    const count = counts[byte] ?? 0
    if (count > 1) sum += count * log2(count)
    counts[byte] = 0
  }
  return text.length === 0 ? 0 : log2(text.length) - sum / text.length
}

/** Logarithms of the integers below 1,024, which cover nearly all calls. */
const logarithms = Float64Array.from({ length: 1_024 }, (_unused, number) => Math.log2(number))

function log2(number: number): number {
  return logarithms[number] ?? Math.log2(number)
}

/**
 * Minimum share of an alphabet's maximum entropy. Of 100,000 random strings, none with 32 characters had less than
 * 0.70, and none with 20 hexadecimal digits had less than 0.55.
 */
const minShare = 0.62

/**
 * Reports whether a string has the entropy of a random string. Hexadecimal digits need less than letters of both cases.
 */
export function isVaried(text: string): boolean {
  const characters = /[-_.:]/.test(text) ? text.replaceAll(/[-_.:]/g, '') : text
  return entropyOf(characters) >= minShare * Math.log2(Math.min(alphabetSize(characters), characters.length))
}

function alphabetSize(text: string): number {
  let hexadecimal = true
  let letters = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code >= 0x30 && code <= 0x39) continue
    const kind = code >= 0x61 && code <= 0x7a ? 0x60 : code >= 0x41 && code <= 0x5a ? 0x40 : 0
    if (kind === 0 || (letters !== 0 && kind !== letters)) return 62
    letters = kind
    if (code - kind > 6) hexadecimal = false
  }
  if (letters === 0) return text === '' ? 62 : 10
  return hexadecimal ? 16 : 36
}

/** Paths, URLs, identifiers, file names, and integrity hashes. */
const structured = new RegExp(
  String.raw`^(?:[a-z][a-z\d+.-]*:)?\/\/|^\.{0,2}\/\w|^[A-Za-z]:\\|` +
    String.raw`^[\w.-]+\.(?:com|org|net|io|json|js|ts|py|md|html|css|ya?ml|txt|pem|key|crt)$|^sha\d+-|` +
    String.raw`^[a-z]+(?:[.:/][A-Za-z][\w-]*)+$`,
  'i',
)

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Maximum share of a random string's letters that may be in words. */
const maxInWords = 0.4

/**
 * Reports whether a value looks generated: it has letters and at least two digits, and is or contains no words, path,
 * URL, identifier, UUID, or date. Used for values identified as secret only by their name.
 */
export function looksRandom(text: string): boolean {
  const { digits, letters, inWords } = lettersOf(text)
  if (digits < 2 || letters === 0 || inWords > text.length * maxInWords) return false
  if (/[./:\\-]/.test(text) && (structured.test(text) || uuid.test(text) || /^\d{4}-\d\d-\d\d/.test(text))) return false
  return entropyOf(text) >= 3 && isVaried(text)
}

/** Bit set of a, e, i, o, u, and y, by position in the alphabet. */
const vowels = 0x1104111

/** Minimum number of letters in a word. A word also has a vowel. */
const wordLetters = 4

/**
 * Counts the digits and letters in a string, and the letters in words. A word is a run of lowercase letters after at
 * most one capital, or a run of capitals.
 */
function lettersOf(text: string): { digits: number; letters: number; inWords: number } {
  let digits = 0
  let letters = 0
  let inWords = 0
  let run = 0
  let capitals = 0
  let vowel = false
  const endRun = () => {
    if (run >= wordLetters && vowel) inWords += run
    run = capitals = 0
    vowel = false
  }
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const capital = code >= 0x41 && code <= 0x5a
    if (code >= 0x30 && code <= 0x39) digits += 1
    if (!capital && !(code >= 0x61 && code <= 0x7a)) {
      endRun()
      continue
    }
    letters += 1
    if (capital ? run > capitals : capitals > 1) endRun()
    run += 1
    if (capital) capitals += 1
    vowel ||= ((vowels >>> ((code | 0x20) - 0x61)) & 1) === 1
  }
  endRun()
  return { digits, letters, inWords }
}
