import { exampleTool, examplePythonTool } from '../example-server.ts'
import { type FlowRule, isDirect, isPython } from '../flow-rule.ts'

export const codeInjection: FlowRule = {
  kind: 'code',
  name: 'Code injection',
  document: {
    id: 'code-injection',
    title: 'Somebody outside decides what is run as code',
    category: 'code',
    severity: 'critical',
    precision: 'medium',
    cwe: ['CWE-94', 'CWE-95'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'A value from outside reaches what evaluates code or loads modules: `eval`, `new Function`, `vm`, ' +
      '`import()` and `require` with its name, `exec`, `importlib`, the input of an interpreter. A tool that ' +
      'says of itself that it runs code is told as a capability and not here.',
    why:
      'What is evaluated runs inside the server, with its secrets at hand. Neither `vm` nor emptied globals ' +
      'keep it in: an object of the outside is enough to get out.',
    remediation: 'Parse the value instead of evaluating it.',
    examples: {
      bad: [
        exampleTool({ tool: 'add_up', argument: 'sum', imports: '', body: 'const text = String(eval(sum))' }),
        exampleTool({
          tool: 'show_plugin',
          argument: 'plugin',
          imports: "import { createRequire } from 'node:module'\n\nconst load = createRequire(import.meta.url)",
          body: 'const text = load(plugin).name',
        }),
        examplePythonTool({ tool: 'add_up', argument: 'sum: str', imports: '', body: 'return str(eval(sum))' }),
      ],
      good: [
        exampleTool({
          tool: 'read_numbers',
          argument: 'list',
          imports: '',
          body: 'const text = String(JSON.parse(list).length)',
        }),
        examplePythonTool({
          tool: 'read_numbers',
          argument: 'list: str',
          imports: 'import ast',
          body: 'return str(len(ast.literal_eval(list)))',
        }),
      ],
    },
  },
  severity: (flow) => (isDirect(flow) ? 'critical' : 'high'),
  harm: ({ effect }) =>
    effect.endsWith(' page')
      ? 'run any code in the page, with the sessions of its browser'
      : 'run any code inside this program',
  remediation: (flow) => {
    if (/\bloads\b/.test(flow.effect))
      return 'Look the module up in a table that the code writes down, with the value as its key.'
    if (flow.effect.endsWith(' page'))
      return 'Write the code down and hand the value over as its argument: `page.evaluate((value) => …, value)`.'
    return isPython(flow)
      ? 'Parse the value: `json.loads` or `ast.literal_eval` for literals, a parser of expressions for sums.'
      : 'Parse the value: `JSON.parse` for literals, a parser of expressions for sums. `vm` is no sandbox.'
  },
}
