import { examplePythonTool, exampleTool } from '../example-server.ts'
import type { FlowRule } from '../flow-rule.ts'

export const environmentInjection: FlowRule = {
  kind: 'environment',
  name: 'Injection into the environment',
  document: {
    id: 'environment-injection',
    title: 'Somebody outside decides settings of the environment',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-15', 'CWE-454'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1206'],
    what:
      'A value from outside names a variable of the environment, is the environment of a program that is ' +
      'started, or becomes a line of a `.env` file in which a line break would begin another one.',
    why:
      'Variables such as `NODE_OPTIONS`, `LD_PRELOAD`, `PYTHONSTARTUP` and `PATH` make programs run code, ' +
      'others say where tokens are sent.',
    remediation: 'Allow known names only, and turn line breaks away.',
    examples: {
      bad: [
        exampleTool({
          tool: 'keep_setting',
          argument: 'value',
          imports: "import { appendFileSync } from 'node:fs'",
          body: "appendFileSync('.env', `LANGUAGE=${value}\\n`)",
        }),
        examplePythonTool({
          tool: 'keep_setting',
          argument: 'value: str',
          imports: 'from pathlib import Path',
          body: 'Path(".env").write_text(f"LANGUAGE={value}\\n")\nreturn "kept"',
        }),
      ],
      good: [
        exampleTool({
          tool: 'keep_setting',
          argument: 'value',
          schema: 'z.string().regex(/^[a-z]{2}$/)',
          imports: "import { appendFileSync } from 'node:fs'",
          body: "appendFileSync('.env', `LANGUAGE=${value}\\n`)",
        }),
        exampleTool({
          tool: 'keep_setting',
          argument: 'value',
          imports: "import { appendFileSync } from 'node:fs'",
          body: "appendFileSync('.env', `LANGUAGE=${JSON.stringify(value)}\\n`)",
        }),
        examplePythonTool({
          tool: 'keep_setting',
          argument: 'value: str',
          imports: 'import re\nfrom pathlib import Path',
          body:
            'if re.fullmatch("[a-z]{2}", value) is None:\n    raise ValueError("no ' +
            'language")\nPath(".env").write_text(f"LANGUAGE={value}\\n")\nreturn "kept"',
        }),
      ],
    },
  },
  severity: () => 'medium',
  harm: () => 'set any variable, also those by which programs load code',
  remediation: () =>
    'Compare the name with a list of those that may be set; turn away values with line breaks, or write ' +
    'them by a library that quotes them.',
}
