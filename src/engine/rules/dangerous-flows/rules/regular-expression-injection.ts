import { exampleTool, examplePythonTool } from '../example-server.ts'
import { defineFlowRule, processOf } from '../flow-rule.ts'

export const regularExpressionInjection = defineFlowRule({
  kind: 'pattern',
  weakness: 'Regular expression injection',
  document: {
    id: 'regular-expression-injection',
    title: 'Regular expression injection (ReDoS): untrusted input becomes a regular expression',
    category: 'code',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-1333', 'CWE-400'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'Untrusted input is compiled as a regular expression by `RegExp` or by the module `re`. Escaped input, and a ' +
      'tool whose argument is a pattern by its name, are not reported. The severity is low for arguments of tools ' +
      'and medium for HTTP requests.',
    why:
      'Both engines backtrack. A pattern such as `(a+)+$` can take minutes on a short text, and no other request is ' +
      'answered in that time.',
    remediation: 'Escape the input, or use an engine that runs in linear time, such as RE2.',
    examples: {
      bad: [
        exampleTool({
          tool: 'find_notes',
          argument: 'word',
          imports: "const notes = ['one', 'two']",
          body: "const text = notes.filter((note) => new RegExp(`^${word}`).test(note)).join(' ')",
        }),
        examplePythonTool({
          tool: 'find_notes',
          argument: 'word: str',
          imports: 'import re\n\nNOTES = ["one", "two"]',
          body: 'return " ".join(note for note in NOTES if re.search(f"^{word}", note))',
        }),
      ],
      good: [
        exampleTool({
          tool: 'find_notes',
          argument: 'word',
          imports: "const notes = ['one', 'two']",
          body:
            "const escaped = word.replace(/[.*+?^${}()|[\\]\\\\]/g, '\\\\$&')\n" +
            "const text = notes.filter((note) => new RegExp(`^${escaped}`).test(note)).join(' ')",
        }),
        examplePythonTool({
          tool: 'find_notes',
          argument: 'word: str',
          imports: 'import re\n\nNOTES = ["one", "two"]',
          body: 'return " ".join(note for note in NOTES if re.search("^" + re.escape(word), note))',
        }),
      ],
    },
  },
  baseSeverity: ({ entry }) => (entry === 'http-request' ? 'medium' : 'low'),
  attack: (args) => `block the ${processOf(args)} with a pattern that takes very long`,
  remediation: ({ isPython }) =>
    isPython
      ? 'Escape the value with `re.escape`, or match it with the package `google-re2`.'
      : 'Escape the value with `RegExp.escape`, or match it with the package `re2`.',
})
