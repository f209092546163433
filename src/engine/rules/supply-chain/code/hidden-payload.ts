/** A place in a text of code that was made so that nobody reads it. */
export interface HiddenCode {
  readonly offset: number
  /** Goes on after "it has". */
  readonly what: string
}

interface Sign {
  /** Nothing is looked for in a text without one of these. */
  readonly needs: readonly string[]
  readonly pattern: RegExp
  readonly what: string
  /** How often it has to stand there. */
  readonly times?: number
  readonly languages: readonly ('javascript' | 'python' | 'shell')[]
}

const js = ['javascript'] as const
const py = ['python'] as const

/** Each with bounds on what it repeats, so that it takes time in proportion to the text. */
const signs: readonly Sign[] = [
  {
    needs: ['eval(', 'Function(', '.runIn', '_compile('],
    pattern: new RegExp(
      String.raw`(?:\beval|\bnew Function|\bFunction|\.runIn(?:This|New)?Context|` +
        String.raw`\._compile)\(\s{0,9}(?:["'\x60][\w, ]{0,60}["'\x60]\s{0,4},\s{0,4}){0,4}` +
        String.raw`(?:[\w.]{1,60}\(\s{0,9}){0,3}(?:atob\(|` +
        String.raw`Buffer\.from\(\s{0,9}(?:[^()]{1,200}|(?:["'\x60])[^"'\x60]{0,200000}["'\x60])\s{0,4}` +
        String.raw`,\s{0,9}["'\x60](?:base64|hex)["'\x60]|unescape\(|decodeURIComponent\(\s{0,9}escape\(|` +
        String.raw`String\.fromCharCode\()`,
      'g',
    ),
    what: 'code that is decoded and run at once',
    languages: js,
  },
  {
    needs: ['exec(', 'eval(', '__import__('],
    pattern: new RegExp(
      String.raw`(?<![\w.])(?:exec|eval)\(\s{0,9}(?:compile\(\s{0,9})?(?:[\w.]{1,60}\(\s{0,9}|` +
        String.raw`__import__\(["']\w{1,20}["']\)\.\w{1,30}\(\s{0,9}){0,4}(?:(?:base64\.)?b(?:64|32|` +
        String.raw`85)decode\(|(?:zlib|lzma|gzip|bz2)\.decompress\(|marshal\.loads\(|bytes\.fromhex\(|` +
        String.raw`bytearray\.fromhex\(|binascii\.(?:unhexlify|a2b_\w+)\(|codecs\.decode\(|` +
        String.raw`["']{1,3}["']?\.join\(\s{0,9}(?:map\(\s{0,9}chr|\[?\s{0,9}chr\()|` +
        String.raw`__import__\(["'](?:base64|zlib|marshal|codecs|binascii)["']\))`,
      'g',
    ),
    what: 'code that is decoded and run at once',
    languages: py,
  },
  {
    needs: ['_0x'],
    pattern: /\b_0x[0-9a-f]{4,6}\b/g,
    times: 30,
    what: 'names that a program made unreadable (`_0x…`)',
    languages: js,
  },
  {
    needs: ['\\x'],
    pattern: /["'](?:\\x[0-9a-f]{2}){6,400}["'](?:\s{0,9},\s{0,9}["'](?:\\x[0-9a-f]{2}){2,400}["']){6,2000}/gi,
    what: 'a list of texts that are written in numbers',
    languages: ['javascript', 'python'],
  },
  {
    needs: ['fromCharCode('],
    pattern: /\bString\.fromCharCode\(\s{0,9}(?:(?:0x[\da-f]{1,4}|\d{1,5})\s{0,9},\s{0,9}){40}/gi,
    what: 'a text that is put together of numbers',
    languages: js,
  },
  {
    needs: ['chr('],
    pattern: /(?:\bchr\(\s{0,4}\d{1,5}\s{0,4}\)\s{0,4}\+\s{0,4}){15}/g,
    what: 'a text that is put together of numbers',
    languages: py,
  },
  {
    needs: ['[][(', '(![]+[])', '(!![]+[])'],
    pattern: /[[\]()!+]{400}/g,
    what: 'code of brackets alone',
    languages: js,
  },
  {
    needs: ['                                                            '],
    pattern: /(?<=\S)[ \t]{120,4000}(?![ \t]|["'`|#*/\\)\]},]|;(?!\w))\S[^\n]{12}/g,
    what: 'code behind so many spaces that no editor shows it',
    languages: ['javascript', 'python'],
  },
  {
    needs: ["'+'", "' + '", '"+"', '" + "'],
    pattern: new RegExp(
      String.raw`(?<=\b(?:global(?:This)?|process|module|` +
        String.raw`window)\s?)\[\s{0,4}(?:["']\w{1,12}["']\s{0,4}\+\s{0,4}){1,8}["']\w{0,12}["']\s{0,4}\]|` +
        String.raw`(?<=\brequire)\(\s{0,4}(?=["'](?:node:)?[chfvndo])(?:["'][\w:]{1,12}["']\s{0,4}\+\s{0,4}` +
        String.raw`){1,8}["']\w{1,12}["']\s{0,4}\)`,
      'g',
    ),
    what: 'names of modules that are put together of pieces',
    languages: js,
  },
  {
    needs: ['require(atob(', 'require(Buffer.from('],
    pattern: /\brequire\((?:atob\(|Buffer\.from\(\s{0,4}["'`][\w+/=]{4,200}["'`],\s{0,4}["'`](?:base64|hex))/g,
    what: 'names of modules that are decoded',
    languages: js,
  },
  {
    needs: ['__import__('],
    pattern: new RegExp(
      String.raw`\b__import__\(\s{0,4}(?:["']\w{1,12}["']\s{0,4}\+\s{0,4}["']\w|` +
        String.raw`["']\w{1,20}["']\s{0,4}\[::-1\]|(?:base64\.)?b64decode\(|["']{2}\.join\()|` +
        String.raw`\bgetattr\(\s{0,4}__builtins__\s{0,4},\s{0,4}(?:["']\w{1,8}["']\s{0,4}\+|["']{2}\.join|` +
        String.raw`["']\w{1,12}["']\[::-1\]|\w{0,12}decode\()`,
      'g',
    ),
    what: 'names of modules that are put together of pieces',
    languages: py,
  },
]

/** A long text in base64 or hexadecimal digits that a name takes, which is decoded and run later. */
const kept = {
  javascript: {
    payload: /\b(?:const|let|var)\s{1,9}(\w{1,60})\s{0,9}=\s{0,9}(["'`])(?:[A-Za-z0-9+/]{80,}={0,2}|[0-9a-f]{80,})\2/g,
    decoded: /\batob\(|,\s{0,9}["'`](?:base64|hex)["'`]/,
    run: /\beval\(|\bnew Function\(|(?<![\w.])Function\(|\.runIn|_compile\(/g,
    needs: ['eval(', 'Function(', '.runIn', '_compile('],
  },
  python: {
    payload: new RegExp(
      String.raw`^[ \t]{0,40}(\w{1,60})[ \t]{0,9}=[ \t]{0,9}b?(["']{1,3})(?:[A-Za-z0-9+/]{80,}={0,2}|` +
        String.raw`[0-9a-f]{80,}|(?:\\x[0-9a-f]{2}){30,})\2`,
      'gm',
    ),
    decoded: /\bb(?:64|32|85)decode\b|\bfromhex\(|\bunhexlify\(|decompress\(|marshal\.loads\(/,
    run: /(?<![\w.])(?:exec|eval)\(/g,
    needs: ['exec(', 'eval('],
  },
} as const

/**
 * A text that is decoded and then unpacked, which files of pictures and models are too: it counts where something is
 * run beside it.
 */
const unpacked = {
  javascript: /\b(?:inflate(?:Raw)?|gunzip|unzip|brotliDecompress)Sync\(\s{0,9}(?:\w{1,40}\.)?(?:Buffer\.from|atob)\(/g,
  python: /\b(?:decompress|loads)\([^\n]{0,80}\b(?:b(?:64|32|85)decode|a85decode|fromhex|unhexlify)\(/g,
} as const

/** Longest literal that is looked at for being decoded and run, which bounds what the two patterns above repeat. */
const runsNear = 4_000

/** The first place of each kind at which code is made unreadable. */
export function hiddenCode(text: string, language: 'javascript' | 'python' | 'shell'): HiddenCode[] {
  const found = signs.flatMap((sign) =>
    sign.languages.includes(language) && sign.needs.some((need) => text.includes(need))
      ? (firstOf(text, sign) ?? [])
      : [],
  )
  const payload = language === 'shell' ? undefined : (keptPayload(text, language) ?? unpackedPayload(text, language))
  return payload && !found.some(({ what }) => what.startsWith('code that is decoded')) ? [...found, payload] : found
}

function firstOf(text: string, { pattern, what, times = 1 }: Sign): HiddenCode | undefined {
  let count = 0
  let first: number | undefined
  for (const { index } of text.matchAll(pattern)) {
    first ??= index
    count += 1
    if (count >= times) return { offset: first, what }
  }
  return undefined
}

function keptPayload(text: string, language: 'javascript' | 'python'): HiddenCode | undefined {
  const { payload, decoded, run, needs } = kept[language]
  if (!needs.some((need) => text.includes(need)) || !decoded.test(text)) return undefined
  for (const { index, 0: whole, 1: name = '' } of text.matchAll(payload)) {
    const after = text.slice(index + whole.length, index + whole.length + runsNear)
    const use = new RegExp(String.raw`(?<![\w$])${name.replaceAll('$', String.raw`\$`)}(?![\w$])`).exec(after)
    if (
      use &&
      after.slice(Math.max(use.index - 200, 0), use.index + 800).search(decoded) >= 0 &&
      after.search(run) >= 0
    )
      return { offset: index, what: 'a long text that is decoded and run' }
  }
  return undefined
}

function unpackedPayload(text: string, language: 'javascript' | 'python'): HiddenCode | undefined {
  if (!kept[language].needs.some((need) => text.includes(need))) return undefined
  for (const { index } of text.matchAll(unpacked[language])) {
    if (text.slice(Math.max(index - 500, 0), index + 1_000).search(kept[language].run) >= 0)
      return { offset: index, what: 'code that is decoded and run at once' }
  }
  return undefined
}
