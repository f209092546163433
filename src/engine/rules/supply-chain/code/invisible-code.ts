import { exampleFiles } from '../../example-files.ts'
import { displayLine } from '../../display-text.ts'
import { TextFile } from '../../text-file.ts'
import type { WordySupplyChainRule } from '../../remark.ts'
import { languageOf } from './code-files.ts'

const hidden = [...'import os']
  .map((character) => String.fromCodePoint(0xe0000 + (character.codePointAt(0) ?? 0)))
  .join('')

const invisibleRow = new RegExp(
  String.raw`(?:(?<![\u{1f3f4}\u{e0000}-\u{e007f}])[\u{e0000}-\u{e007f}]{4,}|` +
    String.raw`[\u{e0100}-\u{e01ef}]{4,}|[\ufe00-\ufe0f]{4,}|` +
    String.raw`[\u200b-\u200d\u2060-\u2064\ufeff]{8,}|[\u3164\uffa0\u115f\u1160]{3,})`,
  'u',
)

export const invisibleCode: WordySupplyChainRule = {
  document: {
    id: 'invisible-code',
    title: 'Code has characters that nobody sees',
    category: 'supply-chain',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-1007', 'CWE-506'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A file of code has a row of characters without a form (tags, variation selectors, those of private use ' +
      'in such rows), as texts are hidden in them, or characters that turn the direction of writing, so that ' +
      'a line reads otherwise than it runs.',
    why: 'A reviewer sees an empty text or a comment where there is code or an instruction.',
    remediation:
      'Look at the bytes of the line. Where the characters are meant, write them as escapes such as `\\u202e`.',
    examples: {
      bad: [
        exampleFiles({ 'index.js': `const note = '${hidden}'\nrun(note)` }),
        exampleFiles({ 'index.js': "if (level !== 'user\u202e \u2066// admins only\u2069 \u2066') grant()" }),
      ],
      good: [exampleFiles({ 'index.js': "const marks = '\\u202e'\nconst flag = '🏴󠁧󠁢󠁷󠁬󠁳󠁿 and ❤️'" })],
    },
  },
  files: {
    reads: (path) => languageOf(path) !== undefined,
    *find(entry) {
      // Their bytes in UTF-8 begin with one of these; most code has none.
      if (!entry.content.includes(0xe2) && !entry.content.includes(0xef) && !entry.content.includes(0xf3)) return
      const file = new TextFile(entry)
      const row = invisibleRow.exec(file.text)
      if (row)
        yield {
          title: `${file.path} hides a text in characters that nobody sees`,
          message:
            `Line ${file.lines.lineAt(row.index)} of ${file.path} has ${[...row[0]].length} characters ` +
            `without a form in a row${readAs(row[0])}.`,
          subject: 'row',
          at: file.placeAt(row.index),
        }
      const turn = /[\u202a-\u202e\u2066-\u2069]/.exec(file.text)
      // Sentences in Hebrew or Arabic need such marks; lines without such letters have no use for them.
      const line = turn && file.lines.textOf(file.lines.lineAt(turn.index))
      if (turn && line !== null && !/[\u0590-\u08ff]/.test(line))
        yield {
          title: `${file.path} turns the direction of a line`,
          message:
            `Line ${file.lines.lineAt(turn.index)} of ${file.path} has characters that turn the direction of ` +
            'writing: it reads otherwise than it runs.',
          subject: 'direction',
          at: file.placeAt(turn.index),
          severity: 'medium',
        }
    },
  },
}

/** Of a row, so much is read, in UTF-16 units: less is shown. */
const maxRead = 1_000

/** What is hidden, where each character stands for one of ASCII or for a byte. */
function readAs(row: string): string {
  const text = Array.from(row.slice(0, maxRead), (character) => {
    const code = character.codePointAt(0) ?? 0
    const byte =
      code >= 0xe0100 ? code - 0xe0100 + 16 : code >= 0xfe00 && code <= 0xfe0f ? code - 0xfe00 : code - 0xe0000
    return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ''
  }).join('')
  return text.length >= 4 ? `, which read “${displayLine(text, 120)}”` : ''
}
