import { examplePythonTool, exampleTool } from '../example-server.ts'
import { defineFlowRule } from '../flow-rule.ts'

export const processTransportInjection = defineFlowRule({
  kind: 'process',
  weakness: 'Process control',
  document: {
    id: 'process-transport-injection',
    title: 'Process control: untrusted input determines which program starts',
    category: 'code',
    severity: 'critical',
    precision: 'medium',
    cwe: ['CWE-78', 'CWE-114'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'Untrusted input determines which program `spawn`, `execFile`, or `subprocess` starts. The rule also covers ' +
      'the commands that transports such as `StdioClientTransport` use to start an MCP server.',
    why:
      'Every machine has programs that run code from their arguments: shells, interpreters, and package runners. ' +
      'An attacker who can choose the program can run code.',
    remediation: 'Select the program from a list that is defined in the code.',
    examples: {
      bad: [
        exampleTool({
          tool: 'format_text',
          argument: 'formatter',
          imports: "import { spawnSync } from 'node:child_process'",
          body: "const text = spawnSync(formatter, ['--version']).stdout.toString()",
        }),
        examplePythonTool({
          tool: 'format_text',
          argument: 'formatter: str',
          imports: 'import subprocess',
          body: 'return subprocess.run([formatter, "--version"], capture_output=True, text=True).stdout',
        }),
      ],
      good: [
        exampleTool({
          tool: 'format_text',
          argument: 'formatter',
          schema: "z.enum(['prettier', 'biome'])",
          imports: "import { spawnSync } from 'node:child_process'",
          body: "const text = spawnSync(formatter, ['--version']).stdout.toString()",
        }),
        exampleTool({
          tool: 'format_text',
          argument: 'formatter',
          imports:
            "import { spawnSync } from 'node:child_process'\n\nconst formatters = new Set(['prettier', 'biome'])",
          body:
            "if (!formatters.has(formatter)) throw new Error('no such formatter')\nconst text = " +
            "spawnSync(formatter, ['--version']).stdout.toString()",
        }),
        examplePythonTool({
          tool: 'format_text',
          argument: 'formatter: Literal["black", "ruff"]',
          imports: 'import subprocess\nfrom typing import Literal',
          body: 'return subprocess.run([formatter, "--version"], capture_output=True, text=True).stdout',
        }),
      ],
    },
  },
  baseSeverity: ({ isWhole }) => (isWhole ? 'critical' : 'high'),
  attack: ({ isWhole }) =>
    isWhole ? 'start any program on the machine, including a shell' : 'influence which program starts on the machine',
  remediation: () =>
    'Check the value against a list of allowed programs, or use it to look up the program in a fixed table. If ' +
    'users can register their own servers, require the person at the machine to confirm each command before it ' +
    'runs.',
})
