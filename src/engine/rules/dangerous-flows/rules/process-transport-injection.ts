import { examplePythonTool, exampleTool } from '../example-server.ts'
import type { FlowRule } from '../flow-rule.ts'

export const processTransportInjection: FlowRule = {
  kind: 'process',
  name: 'Start of any program',
  document: {
    id: 'process-transport-injection',
    title: 'Somebody outside decides which program is started',
    category: 'code',
    severity: 'critical',
    precision: 'medium',
    cwe: ['CWE-78', 'CWE-114'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'A value from outside names the program of `spawn`, `execFile` or `subprocess`, or the command of a ' +
      'transport that starts an MCP server as a process, such as `StdioClientTransport`.',
    why:
      'Every machine has programs that run what their arguments say: shells, interpreters, package runners. ' +
      'Whoever names the program runs code.',
    remediation: 'Let the value choose among programs that the code names.',
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
  severity: ({ isWhole }) => (isWhole ? 'critical' : 'high'),
  harm: ({ isWhole }) =>
    isWhole ? 'start any program of the machine, a shell among them' : 'choose among the programs of the machine',
  remediation: () =>
    'Compare the value with a list of programs that the code names, or let it be a key by which the code ' +
    'looks the program up. Where users register servers of their own, ask the user of the machine, not a ' +
    'request, before one is started.',
}
