import { exampleTool, examplePythonTool } from '../example-server.ts'
import { defineFlowRule, isDirect, processOf } from '../flow-rule.ts'

export const codeInjection = defineFlowRule({
  kind: 'code',
  weakness: 'Code injection',
  document: {
    id: 'code-injection',
    title: 'Code injection: untrusted input is run as code',
    category: 'code',
    severity: 'critical',
    precision: 'medium',
    cwe: ['CWE-94', 'CWE-95'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'Untrusted input is run as code by `eval`, `new Function`, `vm`, `exec`, or an interpreter. The rule also ' +
      'applies if the input determines which module `import()`, `require`, or `importlib` loads. A tool is not ' +
      'reported if its description says that the tool runs code. Findings about mathjs expressions have low severity.',
    why:
      'The code runs inside the server process and can read its secrets. `vm` in Node.js and empty globals in ' +
      'Python do not confine the code. The code can escape through any object that comes from outside the sandbox.',
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
  baseSeverity: (flow) => (flow.action === 'evaluate-formula' ? 'low' : isDirect(flow) ? 'critical' : 'high'),
  cwe: ({ action }) => (action === 'load-module' ? ['CWE-470'] : []),
  attack: (args) => {
    if (args.sink.action === 'evaluate-formula')
      return 'call every function of the expression language, and so block the process'
    if (args.sink.action === 'load-module') return 'choose which module is loaded and run'
    return args.sink.action === 'run-in-page'
      ? "run any code in the web page, with the user's browser sessions"
      : `run any code inside the ${processOf(args)} process`
  },
  remediation: ({ sink, isPython }) => {
    if (sink.action === 'load-module') return 'Use the value to look up the module in a table of known modules.'
    if (sink.action === 'evaluate-formula')
      return (
        'Disable the functions `import`, `createUnit`, `evaluate`, `parse`, `simplify`, and `derivative` with ' +
        '`math.import(…, { override: true })`, and limit the length of the expression.'
      )
    if (sink.action === 'run-in-page')
      return 'Keep the code constant, and pass the value as an argument: `page.evaluate((value) => …, value)`.'
    return isPython
      ? 'Parse the value. Use `json.loads` or `ast.literal_eval` for literals, or an expression parser for formulas.'
      : 'Parse the value. Use `JSON.parse` for literals, or an expression parser for formulas. `vm` is not a sandbox.'
  },
})
