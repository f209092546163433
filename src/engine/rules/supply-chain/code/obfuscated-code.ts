import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import { maskedPart } from '../../leaked-secrets/masked-part.ts'
import { TextFile } from '../../text-file.ts'
import { defineFileRule } from '../supply-chain-rule.ts'
import { languageOf } from './code-files.ts'
import { hiddenCode, ObfuscationTechnique, techniqueSubjects } from './hidden-payload.ts'

const named = Array.from(
  { length: 16 },
  (_, index) => `const _0x${(0x1a2b + index).toString(16)} = _0x4f3a(${index})`,
).join('\n')
const spaced = `module.exports = { answer: 42 };${' '.repeat(200)}require('child_process').exec('id')`

/** What the code does, phrased to follow "The code at line 3". */
const techniqueTexts: Readonly<Record<ObfuscationTechnique, string>> = {
  'decode-and-run': 'decodes text and runs the result',
  'stored-payload': 'stores a long encoded string that later code decodes and runs',
  'generated-names': 'uses names that are typical of obfuscators (`_0x…`)',
  'escaped-strings': 'contains a list of strings in which every character is escaped',
  'character-codes': 'builds a string from character codes',
  'brackets-only': 'consists only of brackets and operators',
  'hidden-by-spaces': 'follows so many spaces that editors do not display it',
  'split-module-names': 'assembles module or function names from pieces',
  'decoded-module-names': 'decodes the name of a module that it loads',
}

export const obfuscatedCode = defineFileRule({
  document: {
    id: 'obfuscated-code',
    title: 'Obfuscated code: a file hides what it runs',
    category: 'supply-chain',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-506', 'CWE-1113'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A code file decodes and runs text, contains names or number lists that obfuscators generate, or builds module ' +
      'names from fragments. Code that is hidden behind 120 or more spaces is also reported. Code that is only ' +
      'minified is not reported.',
    why:
      'Malicious packages use these techniques to hide code that steals data or opens a backdoor. Reviewers and ' +
      'scanners cannot see what obfuscated code does.',
    remediation:
      'Do not run the code until you know what it does. If you publish this package, ship readable code instead.',
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
  reads: (path) => languageOf(path) !== undefined,
  arguments: z.object({ technique: ObfuscationTechnique }),
  describe: ({ technique }, { location }) => ({
    title: `Obfuscated code in ${location?.path ?? 'the package'}`,
    message:
      `The code at line ${location?.startLine ?? 1} ${techniqueTexts[technique]}. Obfuscation hides what the code ` +
      'does. Assay did not decode or run the code.',
  }),
  *find(entry) {
    const language = languageOf(entry.path)
    if (language === undefined) return
    const file = new TextFile(entry)
    for (const { offset, technique } of hiddenCode(file.text, language))
      yield {
        arguments: { technique },
        subject: techniqueSubjects[technique],
        at: { ...file.placeAt(offset), snippet: maskedPart(file.text, offset, offset + 200, file.path) },
      }
  },
})
