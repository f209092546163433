/** Hash of a word or of a kind of token, as a signed 32-bit integer, which V8 stores without an allocation. */
export type WordHash = number

/** Offset basis and prime of FNV-1a with 32 bits. */
const [basis, prime] = [0x81_1c_9d_c5 | 0, 0x01_00_01_93]

/** Returns the FNV-1a hash of the UTF-16 code units of a text, or of a part of it. */
export function hashOf(text: string, start = 0, end = text.length): WordHash {
  let hash = basis
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime)
  return hash
}

/** Tokens whose words do not matter. `own` replaces the words of the tool's own name. */
export const tokenHashes = {
  own: hashOf('<own>'),
  number: hashOf('<number>'),
  name: hashOf('<name>'),
  path: hashOf('<path>'),
  address: hashOf('<address>'),
  mailbox: hashOf('<mailbox>'),
  capitals: hashOf('<capitals>'),
} as const

const [unknown, lower, upper, digit, underscore, ideograph, space, mark, other] = [0, 1, 2, 3, 4, 5, 6, 7, 8]

/** Classes of the UTF-16 code units that were read so far. To classify all of them takes 20 ms. */
const classes = new Uint8Array(0x1_00_00)

function classOf(character: string): number {
  if (character === '_') return underscore
  if (/\s/.test(character)) return space
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)) return ideograph
  if (/\p{Lu}/u.test(character)) return upper
  if (/[\p{L}\p{M}]/u.test(character)) return lower
  if (/\p{N}/u.test(character)) return digit
  return '<>[]{}:"`!?='.includes(character) ? mark : other
}

function classAt(text: string, at: number): number {
  if (at >= text.length) return space
  const code = text.charCodeAt(at)
  const known = classes[code] ?? unknown
  if (known !== unknown) return known
  const found = classOf(String.fromCharCode(code))
  classes[code] = found
  return found
}

const isInWord = (kind: number): boolean => kind >= lower && kind <= underscore

/** Minimum number of letters of a word that counts as emphasis if all of them are capitals. */
const minCapitals = 3

/** Suffixes that are cut if at least three letters remain. The first one that matches is cut. */
const suffixes = ['ing', 'ied', 'ies', 'ed', 'es', 's', 'e']
const minStemLength = 3

/** Returns the hash of a lowercase word without its inflection. The demand reader keeps `e`, so it has other stems. */
export function stemHashOf(text: string, start = 0, end = text.length): WordHash {
  for (const suffix of suffixes)
    if (end - suffix.length - start >= minStemLength && text.endsWith(suffix, end))
      return hashOf(text, start, end - suffix.length)
  return hashOf(text, start, end)
}

/**
 * Adds the hashes of the tokens in a sentence to a list, and their offsets to another one. Returns whether a word
 * consists of capitals. Words are compared in lowercase and without inflection. An ideograph is a token of its own,
 * because there are no spaces between words. One pass over the characters: the tokens of the demand reader are
 * objects, which took three times as long for 1 MB of text.
 */
export function addWordHashes(
  hashes: WordHash[],
  sentence: string,
  places?: (readonly [start: number, end: number])[],
): boolean {
  const lowercase = lowercaseOf(sentence)
  let hasCapitals = false
  for (let at = 0; at < sentence.length;) {
    const kind = classAt(sentence, at)
    if (isInWord(kind)) {
      const word = wordAt(sentence, lowercase, at)
      hashes.push(word.hash)
      places?.push([at, word.end])
      hasCapitals ||= word.isCapitals
      at = word.end
    } else if (isStartOfPath(sentence, at)) {
      hashes.push(tokenHashes.path)
      const end = endOfChunk(sentence, at)
      places?.push([at, end])
      at = end
    } else {
      if (kind === ideograph || kind === mark) {
        hashes.push(hashOf(sentence[at] ?? ''))
        places?.push([at, at + 1])
      }
      at += 1
    }
  }
  return hasCapitals
}

/** Returns a text in lowercase with the same offsets. A few letters become longer in lowercase, and are kept. */
function lowercaseOf(text: string): string {
  const lowercase = text.toLowerCase()
  if (lowercase.length === text.length) return lowercase
  return Array.from({ length: text.length }, (_none, at) => {
    const unit = text.charAt(at)
    return unit.toLowerCase().length === 1 ? unit.toLowerCase() : unit
  }).join('')
}

interface Word {
  readonly hash: WordHash
  readonly end: number
  readonly isCapitals: boolean
}

function wordAt(text: string, lowercase: string, start: number): Word {
  let end = start
  let counts = 0
  let isName = false
  let before = space
  for (let kind = classAt(text, end); isInWord(kind); kind = classAt(text, end)) {
    counts |= 1 << kind
    isName ||= kind === underscore || (kind === upper && before === lower)
    before = kind
    end += 1
  }
  const isCapitals = counts === 1 << upper && end - start >= minCapitals
  if (text.startsWith('://', end)) return { hash: tokenHashes.address, end: endOfChunk(text, end), isCapitals: false }
  if (text.charCodeAt(end) === 0x40 && isInWord(classAt(text, end + 1)))
    return { hash: tokenHashes.mailbox, end: endOfChunk(text, end), isCapitals: false }
  if (counts === 1 << digit) return { hash: tokenHashes.number, end, isCapitals }
  if (isName) return { hash: tokenHashes.name, end, isCapitals }
  return { hash: stemHashOf(lowercase, start, end), end, isCapitals }
}

/** Reports whether a path starts here: `~/.ssh`, `/etc/hosts`, `./build`, or `.env`, but not the slash in `and/or`. */
function isStartOfPath(text: string, at: number): boolean {
  const before = at === 0 ? space : classAt(text, at - 1)
  if (before !== space && before !== mark && text[at - 1] !== '(' && text[at - 1] !== "'") return false
  if (text[at] === '/' || text[at] === '.') return isInWord(classAt(text, at + 1)) || text[at + 1] === '/'
  return text[at] === '~' && text[at + 1] === '/'
}

/** Returns the offset of the next space, quotation mark, or closing bracket. */
function endOfChunk(text: string, start: number): number {
  let at = start
  while (at < text.length && classAt(text, at) !== space && !'"\'`<>)'.includes(text[at] ?? '')) at += 1
  return Math.max(at, start + 1)
}
