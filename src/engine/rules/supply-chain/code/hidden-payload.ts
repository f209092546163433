import { z } from 'zod'
import { isQuotedSample } from './quoted-sample.ts'

/** Techniques for hiding code that a file runs. */
export const ObfuscationTechnique = z.enum([
  'decode-and-run',
  'stored-payload',
  'generated-names',
  'escaped-strings',
  'character-codes',
  'brackets-only',
  'hidden-by-spaces',
  'split-module-names',
  'decoded-module-names',
])
export type ObfuscationTechnique = z.infer<typeof ObfuscationTechnique>

/** Part of fingerprints. If a text changed, every stored finding would be reported as new. */
export const techniqueSubjects: Readonly<Record<ObfuscationTechnique, string>> = {
  'decode-and-run': 'code that is decoded and run at once',
  'generated-names': 'names that a program made unreadable (`_0x…`)',
  'escaped-strings': 'a list of texts that are written in numbers',
  'character-codes': 'a text that is put together of numbers',
  'brackets-only': 'code of brackets alone',
  'hidden-by-spaces': 'code behind so many spaces that no editor shows it',
  'split-module-names': 'names of modules that are put together of pieces',
  'decoded-module-names': 'names of modules that are decoded',
  'stored-payload': 'a long text that is decoded and run',
}

/** Place in code that hides what it runs. */
export interface HiddenCode {
  readonly offset: number
  readonly technique: ObfuscationTechnique
}

interface TechniquePattern {
  /** Required strings. Files that contain none of them are not searched. */
  readonly needs: readonly string[]
  readonly pattern: RegExp
  readonly technique: ObfuscationTechnique
  /** Minimum number of matches in a file. */
  readonly minMatches?: number
  readonly languages: readonly ('javascript' | 'python' | 'shell')[]
}

const js = ['javascript'] as const
const py = ['python'] as const

/** Patterns for each technique. Every repetition is bounded, so a search takes linear time. */
const techniquePatterns: readonly TechniquePattern[] = [
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
    technique: 'decode-and-run',
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
    technique: 'decode-and-run',
    languages: py,
  },
  {
    needs: ['_0x'],
    pattern: /\b_0x[0-9a-f]{4,6}\b/g,
    minMatches: 30,
    technique: 'generated-names',
    languages: js,
  },
  {
    needs: ['\\x'],
    pattern: /["'](?:\\x[0-9a-f]{2}){6,400}["'](?:\s{0,9},\s{0,9}["'](?:\\x[0-9a-f]{2}){2,400}["']){6,2000}/gi,
    technique: 'escaped-strings',
    languages: ['javascript', 'python'],
  },
  {
    needs: ['fromCharCode('],
    pattern: /\bString\.fromCharCode\(\s{0,9}(?:(?:0x[\da-f]{1,4}|\d{1,5})\s{0,9},\s{0,9}){40}/gi,
    technique: 'character-codes',
    languages: js,
  },
  {
    needs: ['chr('],
    pattern: /(?:\bchr\(\s{0,4}\d{1,5}\s{0,4}\)\s{0,4}\+\s{0,4}){15}/g,
    technique: 'character-codes',
    languages: py,
  },
  {
    needs: ['[][(', '(![]+[])', '(!![]+[])'],
    pattern: /[[\]()!+]{400}/g,
    technique: 'brackets-only',
    languages: js,
  },
  {
    needs: ['                                                            '],
    pattern: /(?<=\S)[ \t]{120,4000}(?![ \t]|["'`|#*/\\)\]},]|;(?!\w))\S[^\n]{12}/g,
    technique: 'hidden-by-spaces',
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
    technique: 'split-module-names',
    languages: js,
  },
  {
    needs: ['require(atob(', 'require(Buffer.from('],
    // A name or an encoded string must follow, because the string lists of scanners contain only the start of the call.
    pattern:
      /\brequire\((?:atob\(\s{0,4}(?:["'`][\w+/=]|[\w$[])|Buffer\.from\(\s{0,4}["'`][\w+/=]{4,200}["'`],\s{0,4}["'`](?:base64|hex))/g,
    technique: 'decoded-module-names',
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
    technique: 'split-module-names',
    languages: py,
  },
]

/** Variable that holds a long base64 or hexadecimal string, which later code decodes and runs. */
const storedPayloads = {
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
 * Decoding followed by decompression. Images and models are stored this way too, so it counts only near code that runs
 * text.
 */
const decompressed = {
  javascript: /\b(?:inflate(?:Raw)?|gunzip|unzip|brotliDecompress)Sync\(\s{0,9}(?:\w{1,40}\.)?(?:Buffer\.from|atob)\(/g,
  python: /\b(?:decompress|loads)\([^\n]{0,80}\b(?:b(?:64|32|85)decode|a85decode|fromhex|unhexlify)\(/g,
} as const

/** Maximum distance from a stored payload to the code that decodes and runs it, in characters. */
const maxPayloadDistance = 4_000

/** Returns the first place of each technique in a text. */
export function hiddenCode(text: string, language: 'javascript' | 'python' | 'shell'): HiddenCode[] {
  const places = techniquePatterns.flatMap((pattern) =>
    pattern.languages.includes(language) && pattern.needs.some((need) => text.includes(need))
      ? (firstMatch(text, pattern) ?? [])
      : [],
  )
  const payload =
    language === 'shell' ? undefined : (storedPayload(text, language) ?? decompressedPayload(text, language))
  return payload && !places.some(({ technique }) => technique === 'decode-and-run') ? [...places, payload] : places
}

function firstMatch(text: string, { pattern, technique, minMatches = 1 }: TechniquePattern): HiddenCode | undefined {
  let count = 0
  let first: number | undefined
  for (const { index } of text.matchAll(pattern)) {
    if (technique === 'decode-and-run' && isQuotedSample(text, index)) continue
    first ??= index
    count += 1
    if (count >= minMatches) return { offset: first, technique }
  }
  return undefined
}

function storedPayload(text: string, language: 'javascript' | 'python'): HiddenCode | undefined {
  const { payload, decoded, run, needs } = storedPayloads[language]
  if (!needs.some((need) => text.includes(need)) || !decoded.test(text)) return undefined
  for (const { index, 0: whole, 1: name = '' } of text.matchAll(payload)) {
    const after = text.slice(index + whole.length, index + whole.length + maxPayloadDistance)
    const use = new RegExp(String.raw`(?<![\w$])${name.replaceAll('$', String.raw`\$`)}(?![\w$])`).exec(after)
    if (
      use &&
      after.slice(Math.max(use.index - 200, 0), use.index + 800).search(decoded) >= 0 &&
      after.search(run) >= 0
    )
      return { offset: index, technique: 'stored-payload' }
  }
  return undefined
}

function decompressedPayload(text: string, language: 'javascript' | 'python'): HiddenCode | undefined {
  if (!storedPayloads[language].needs.some((need) => text.includes(need))) return undefined
  for (const { index } of text.matchAll(decompressed[language])) {
    if (text.slice(Math.max(index - 500, 0), index + 1_000).search(storedPayloads[language].run) >= 0)
      return { offset: index, technique: 'decode-and-run' }
  }
  return undefined
}
