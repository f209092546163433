import { exampleFiles } from '../../example-files.ts'
import { maskedPart } from '../../leaked-secrets/masked-part.ts'
import { TextFile } from '../../text-file.ts'
import type { WordySupplyChainRule } from '../../remark.ts'
import { languageOf } from './code-files.ts'
import { hiddenCode } from './hidden-payload.ts'

const named = Array.from(
  { length: 16 },
  (_, index) => `const _0x${(0x1a2b + index).toString(16)} = _0x4f3a(${index})`,
).join('\n')
const spaced = `module.exports = { answer: 42 };${' '.repeat(200)}require('child_process').exec('id')`

export const obfuscatedCode: WordySupplyChainRule = {
  document: {
    id: 'obfuscated-code',
    title: 'Code was made so that nobody can read it',
    category: 'supply-chain',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-506', 'CWE-1113'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A file of code decodes a text and runs it, has names and lists of numbers as programs that hide code ' +
      'write them, puts names of modules together of pieces, or has code behind hundreds of spaces. Minified ' +
      'code alone is none of this.',
    why:
      'Open source needs no hiding. What is hidden so is most often what steals and lets in, and no reader or ' +
      'scanner can tell what it does.',
    remediation:
      'Do not run it before somebody has seen what it decodes to. Whoever makes it publishes readable code, ' +
      'or minified code with its source beside it.',
    examples: {
      bad: [
        exampleFiles({ 'index.js': "eval(Buffer.from('Y29uc29sZS5sb2coMSk=', 'base64').toString())" }),
        exampleFiles({ 'index.js': named }),
        exampleFiles({ 'shop/__init__.py': "import base64\nexec(base64.b64decode('cHJpbnQoMSk='))" }),
        exampleFiles({ 'index.js': spaced }),
      ],
      good: [
        exampleFiles({
          'index.js': "const text = Buffer.from(body, 'base64').toString()\nconsole.log(JSON.parse(text))",
        }),
        exampleFiles({ 'shop/__init__.py': "import base64\nlogo = base64.b64decode('iVBORw0KGgo=')" }),
        exampleFiles({ 'index.min.js': '!function(e,t){"use strict";e.a=function(n){return n+t}}(this,1);' }),
      ],
    },
  },
  files: {
    reads: (path) => languageOf(path) !== undefined,
    *find(entry) {
      const language = languageOf(entry.path)
      if (language === undefined) return
      const file = new TextFile(entry)
      for (const { offset, what } of hiddenCode(file.text, language)) {
        const place = file.placeAt(offset)
        yield {
          title: `${file.path} has ${what}`,
          message: `${file.path} has ${what}, from line ${place.line} on. Nothing of it was decoded or run here.`,
          subject: what,
          at: { ...place, snippet: maskedPart(file.text, offset, offset + 200, file.path) },
        }
      }
    },
  },
}
