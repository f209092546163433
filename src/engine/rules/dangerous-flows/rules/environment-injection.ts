import { examplePythonTool, exampleTool } from '../example-server.ts'
import { defineFlowRule } from '../flow-rule.ts'

export const environmentInjection = defineFlowRule({
  kind: 'environment',
  weakness: 'Environment injection',
  document: {
    id: 'environment-injection',
    title: 'Environment injection: untrusted input controls environment variables',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-15', 'CWE-454'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1206'],
    what:
      'Untrusted input determines the name of an environment variable, the environment of a new process, or a line ' +
      'in a `.env` file. A line break in the input can add another setting.',
    why:
      'Variables such as `NODE_OPTIONS`, `LD_PRELOAD`, `PYTHONSTARTUP`, and `PATH` can make programs run code. ' +
      'Other variables can change where tokens are sent.',
    remediation: 'Accept only known names, and reject line breaks.',
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
  baseSeverity: () => 'medium',
  attack: () => 'set variables such as NODE_OPTIONS or LD_PRELOAD, which can make programs run code',
  remediation: () =>
    'Check the name against a list of allowed names. Reject values that contain line breaks, or write the file ' +
    'with a library that quotes values.',
})
