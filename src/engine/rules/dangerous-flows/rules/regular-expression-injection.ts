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
      'Untrusted input is compiled as a regular expression by `RegExp` or the `re` module. Escaped input is not ' +
      'reported. A tool is not reported if both the tool name and the argument name indicate a search or a pattern. ' +
      'The severity is low for tool arguments and medium for HTTP requests.',
    why:
      'Both `RegExp` and `re` use backtracking. Matching a pattern such as `(a+)+$` against even a short ' +
      'string can take minutes and block all other requests in the meantime.',
    remediation: 'Escape the input, or use a linear-time engine, such as RE2.',
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
  attack: (args) => `block the ${processOf(args)} with a pattern that takes a very long time to match`,
  remediation: ({ isPython }) =>
    isPython
      ? 'Escape the value with `re.escape`, or use the `google-re2` package for matching.'
      : 'Escape the value with `RegExp.escape`, or use the `re2` package for matching.',
})
