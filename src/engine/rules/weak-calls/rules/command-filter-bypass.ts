import { exampleTool, examplePythonTool } from '../../dangerous-flows/example-server.ts'
import { defineWeakCallRule } from '../weak-call-rule.ts'

export const commandFilterBypass = defineWeakCallRule({
  weakness: 'command-filter-bypass',
  title: 'Incomplete command filter',
  document: {
    id: 'command-filter-bypass',
    title: 'Incomplete command filter: a list of forbidden commands does not confine a shell',
    category: 'code',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-184'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'Before a server runs a command, it checks the command against a list of forbidden commands. The rule ' +
      'recognizes the list by its contents or by a name such as `blockedCommands`.',
    why:
      'In a shell, the same command can take many forms: it can use quotes, variables, substitutions, paths, or ' +
      'programs that start other programs. A list of forbidden commands cannot cover every way to write a command.',
    remediation: 'Allow only the programs on an allowlist, and start them without a shell.',
    examples: {
      bad: [
        exampleTool({
          tool: 'terminal',
          argument: 'command',
          imports: "import { execSync } from 'node:child_process'\n\nconst blockedCommands = ['rm', 'sudo']",
          body:
            "if (blockedCommands.includes(command.split(' ')[0])) throw new Error('This command is blocked.')\n" +
            'const text = String(execSync(command))',
        }),
        examplePythonTool({
          tool: 'terminal',
          argument: 'command: str',
          imports: 'import subprocess\n\nBLOCKED_COMMANDS = ["rm", "sudo"]',
          body:
            'if command.split()[0] in BLOCKED_COMMANDS:\n    raise ValueError("This command is blocked.")\n' +
            'return subprocess.getoutput(command)',
        }),
      ],
      good: [
        exampleTool({
          tool: 'terminal',
          argument: 'name',
          imports: "import { execFileSync } from 'node:child_process'\n\nconst allowedPrograms = ['uptime', 'df']",
          body:
            "if (!allowedPrograms.includes(name)) throw new Error('This program is not allowed.')\n" +
            'const text = String(execFileSync(name))',
        }),
        examplePythonTool({
          tool: 'terminal',
          argument: 'name: str',
          imports: 'import subprocess\n\nALLOWED = ["uptime", "df"]',
          body:
            'if name not in ALLOWED:\n    raise ValueError("This program is not allowed.")\n' +
            'return subprocess.check_output([name], text=True)',
        }),
      ],
    },
  },
  message: (call, place) =>
    `${call} at ${place} checks a command against a list of forbidden commands. An attacker who controls the ` +
    'command, for example through a web page the model reads, can write a forbidden command in another form.',
})
