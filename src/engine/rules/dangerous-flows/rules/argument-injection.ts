import type { Flow } from '../../../analysis/flow.ts'
import { exampleTool, examplePythonTool } from '../example-server.ts'
import type { FlowRule } from '../flow-rule.ts'

export const argumentInjection: FlowRule = {
  kind: 'argument',
  name: 'Argument injection',
  document: {
    id: 'argument-injection',
    title: 'A program may take a value from outside for an option',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-88'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'A value from outside is an argument of a program that is started without a shell, with no `--` before ' +
      'it and no check of how it begins.',
    why:
      'A value that begins with a dash is an option. Many programs have options that write files or start ' +
      'other programs: `git --upload-pack`, `tar --checkpoint-action`, `find -exec`, `curl -o`, `ssh -o ' +
      'ProxyCommand`.',
    remediation: 'Put `--` before the values, or turn those away that begin with a dash.',
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
  severity: () => 'medium',
  harm: (flow) =>
    isPrompt(flow)
      ? 'name files in the prompt that the started program reads: its answer has what they hold'
      : 'hand the started program an option in place of a value; options of many programs write files or start others',
  remediation: (flow) =>
    isPrompt(flow)
      ? 'Look for every `@` reference in the text first, resolve each with its links, and throw where one ' +
        'leads out of the folder that is meant; or turn `@` away.'
      : "Put '--' before the value in the list of arguments, where the program knows that, or turn away " +
        "values that begin with '-'.",
}

/** Whether the program takes what it is handed for a prompt, in which `@path` stands for what that file holds. */
function isPrompt({ effect }: Flow): boolean {
  return effect.includes(' as a prompt ')
}
