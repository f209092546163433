import { exampleTool, examplePythonTool } from '../example-server.ts'
import { defineFlowRule, processOf } from '../flow-rule.ts'

export const slowRegularExpression = defineFlowRule({
  kind: 'pattern',
  applies: ({ action }) => action === 'match-slowly',
  weakness: 'Inefficient regular expression',
  document: {
    id: 'slow-regular-expression',
    title: 'Inefficient regular expression (ReDoS): untrusted input can take exponential time to match',
    category: 'code',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-407', 'CWE-1333'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: [],
    what:
      'Untrusted input is matched against a constant pattern in which a repeated group contains another repetition, ' +
      'such as `(\\w+\\s?)*$`. The rule applies only if text that matches the inner repetition can ' +
      'also match the whole group. The severity is low for tool arguments and medium for HTTP requests.',
    why:
      'A backtracking engine tries every way to divide the text among the repetitions. The engine can block the ' +
      'process for hours before it reports that a 40-character string does not match.',
    remediation: 'Rewrite the pattern without nested repetition, or use a linear-time engine, such as RE2.',
    examples: {
      bad: [
        exampleTool({
          tool: 'check_name',
          argument: 'name',
          imports: '',
          body: 'const text = String(/^(\\w+\\s?)*$/.test(name))',
        }),
        examplePythonTool({
          tool: 'check_name',
          argument: 'name: str',
          imports: 'import re',
          body: 'return str(re.match(r"^(\\w+\\s?)*$", name))',
        }),
      ],
      good: [
        exampleTool({
          tool: 'check_name',
          argument: 'name',
          imports: '',
          body: 'const text = String(/^\\w+(\\s\\w+)*$/.test(name))',
        }),
        examplePythonTool({
          tool: 'check_name',
          argument: 'name: str',
          imports: 'import re',
          body: 'return str(re.match(r"^\\w+(\\s\\w+)*$", name))',
        }),
      ],
    },
  },
  baseSeverity: ({ entry }) => (entry === 'http-request' ? 'medium' : 'low'),
  attack: (args) => `block the ${processOf(args)} with a text that takes a very long time to match`,
  remediation: ({ isPython }) =>
    `Rewrite the pattern without nested repetition, or use the \`${isPython ? 'google-re2' : 're2'}\` package.`,
})
