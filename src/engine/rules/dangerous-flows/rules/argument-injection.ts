import { exampleTool, examplePythonTool } from '../example-server.ts'
import { defineFlowRule } from '../flow-rule.ts'

export const argumentInjection = defineFlowRule({
  kind: 'argument',
  weakness: 'Argument injection',
  document: {
    id: 'argument-injection',
    title: 'Argument injection: untrusted input can act as a program option',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-88'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'Untrusted input is passed as an argument to a program that is started without a shell. No `--` precedes ' +
      'the input, and no check rejects a leading dash.',
    why:
      'Most programs treat a value that starts with a dash as an option. Many programs have options that write ' +
      'files or start other programs, such as `git --upload-pack`, `tar --checkpoint-action`, `find -exec`, ' +
      '`curl -o`, and `ssh -o ProxyCommand`.',
    remediation: 'Put `--` before the values, or reject values that start with a dash.',
    examples: {
      bad: [
        exampleTool({
          tool: 'copy_repository',
          argument: 'address',
          imports: "import { execFileSync } from 'node:child_process'",
          body: "execFileSync('git', ['clone', address, '/srv/copies'])",
        }),
        examplePythonTool({
          tool: 'copy_repository',
          argument: 'address: str',
          imports: 'import subprocess',
          body: 'subprocess.run(["git", "clone", address, "/srv/copies"], check=True)\nreturn "done"',
        }),
      ],
      good: [
        exampleTool({
          tool: 'copy_repository',
          argument: 'address',
          imports: "import { execFileSync } from 'node:child_process'",
          body: "execFileSync('git', ['clone', '--', address, '/srv/copies'])",
        }),
        exampleTool({
          tool: 'copy_repository',
          argument: 'name',
          imports: "import { execFileSync } from 'node:child_process'",
          body: "execFileSync('git', ['clone', `https://git.example/${name}`, '/srv/copies'])",
        }),
        examplePythonTool({
          tool: 'copy_repository',
          argument: 'address: str',
          imports: 'import subprocess',
          body: 'subprocess.run(["git", "clone", "--", address, "/srv/copies"], check=True)\nreturn "done"',
        }),
      ],
    },
  },
  baseSeverity: () => 'medium',
  attack: ({ sink }) =>
    sink.action === 'prompt'
      ? 'make the started program include other files in its response'
      : 'pass an option instead of a value. Many programs have options that write files or run commands',
  remediation: ({ sink }) =>
    sink.action === 'prompt'
      ? 'Find every `@` reference in the text, resolve its path and symbolic links, and reject references to files ' +
        'outside the intended folder. Alternatively, reject text that contains `@`.'
      : "If the program supports `'--'`, put it before the value in the argument list. Otherwise, reject values " +
        "that start with `'-'`.",
})
