import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import { displayLine } from '../../display-text.ts'
import { TextFile } from '../../text-file.ts'
import { defineFileRule } from '../supply-chain-rule.ts'
import { languageOf } from './code-files.ts'

const hidden = [...'import os']
  .map((character) => String.fromCodePoint(0xe0000 + (character.codePointAt(0) ?? 0)))
  .join('')

const invisibleRun = new RegExp(
  String.raw`(?:(?<![\u{1f3f4}\u{e0000}-\u{e007f}])[\u{e0000}-\u{e007f}]{4,}|` +
    String.raw`[\u{e0100}-\u{e01ef}]{4,}|[\ufe00-\ufe0f]{4,}|` +
    String.raw`[\u200b-\u200d\u2060-\u2064\ufeff]{8,}|[\u3164\uffa0\u115f\u1160]{3,})`,
  'u',
)

export const invisibleCode = defineFileRule({
  document: {
    id: 'invisible-code',
    title: 'Trojan Source: code contains invisible or bidirectional control characters',
    category: 'supply-chain',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-1007', 'CWE-506'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A code file contains a sequence of invisible characters, which can encode hidden text. Bidirectional control ' +
      'characters are also reported, except in lines with Hebrew or Arabic letters. These characters can make the ' +
      'displayed code differ from the code that runs.',
    why:
      'A reviewer sees an empty string or a comment where the file actually contains code or instructions for a ' +
      'model.',
    remediation:
      'Inspect the bytes of the line. If the characters are intentional, write them as escape sequences, such as ' +
      '`\\u202e`.',
    examples: {
      bad: [
        exampleFiles({ 'index.js': `const note = '${hidden}'\nrun(note)` }),
        exampleFiles({ 'index.js': "if (level !== 'user\u202e \u2066// admins only\u2069 \u2066') grant()" }),
      ],
      good: [exampleFiles({ 'index.js': "const marks = '\\u202e'\nconst flag = '🏴󠁧󠁢󠁷󠁬󠁳󠁿 and ❤️'" })],
    },
  },
  reads: (path) => languageOf(path) !== undefined,
  arguments: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('invisible'), characters: z.number(), decoded: z.string().optional() }),
    z.object({ kind: z.literal('bidirectional') }),
  ]),
  describe(args, { location }) {
    const path = location?.path ?? 'the file'
    const line = `Line ${location?.startLine ?? 1} of ${path}`
    if (args.kind === 'bidirectional')
      return {
        title: `Bidirectional control characters in ${path}`,
        message:
          `${line} contains characters that change the text direction. Editors can display the characters on ` +
          'this line in the wrong order, so the code that you see can differ from the code that runs.',
      }
    return {
      title: `Invisible characters in ${path}`,
      message:
        `${line} contains ${args.characters} consecutive invisible characters. ` +
        (args.decoded === undefined
          ? 'They can encode hidden text. Editors do not display them.'
          : `They decode to "${args.decoded}". Editors do not display this text.`),
    }
  },
  *find(entry) {
    // In UTF-8, these characters start with one of three bytes that most code does not contain.
    if (!entry.content.includes(0xe2) && !entry.content.includes(0xef) && !entry.content.includes(0xf3)) return
    const file = new TextFile(entry)
    const run = invisibleRun.exec(file.text)
    if (run) {
      const decoded = decodedText(run[0])
      yield {
        arguments: {
          kind: 'invisible' as const,
          characters: [...run[0]].length,
          ...(decoded !== undefined && { decoded }),
        },
        subject: 'row',
        at: file.placeAt(run.index),
      }
    }
    const control = /[\u202a-\u202e\u2066-\u2069]/.exec(file.text)
    // Only lines with Hebrew or Arabic text need such characters.
    if (control && !/[\u0590-\u08ff]/.test(file.lines.textOf(file.lines.lineAt(control.index))))
      yield {
        arguments: { kind: 'bidirectional' as const },
        subject: 'direction',
        at: file.placeAt(control.index),
        severity: 'medium',
      }
  },
})

/** Maximum length of a decoded run, in UTF-16 code units. The message shows less. */
const maxDecodedLength = 1_000

/** Returns the text that a run encodes with one invisible character per ASCII character or byte. */
function decodedText(run: string): string | undefined {
  const text = Array.from(run.slice(0, maxDecodedLength), (character) => {
    const code = character.codePointAt(0) ?? 0
    const byte =
      code >= 0xe0100 ? code - 0xe0100 + 16 : code >= 0xfe00 && code <= 0xfe0f ? code - 0xfe00 : code - 0xe0000
    return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ''
  }).join('')
  return text.length >= 4 ? displayLine(text, 120) : undefined
}
