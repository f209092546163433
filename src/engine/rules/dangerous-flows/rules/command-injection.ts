import { exampleTool, examplePythonTool } from '../example-server.ts'
import { type FlowRule, isDirect, isPython } from '../flow-rule.ts'

export const commandInjection: FlowRule = {
  kind: 'command',
  name: 'Command injection',
  document: {
    id: 'command-injection',
    title: 'Somebody outside decides what a shell runs',
    category: 'code',
    severity: 'critical',
    precision: 'high',
    cwe: ['CWE-78', 'CWE-77'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'A value from outside, such as an argument of a tool, becomes part of a command that a shell reads: ' +
      '`exec`, `spawn` with `shell: true`, `sh -c`, `os.system`, `subprocess` with `shell=True`. Values that ' +
      'cannot hold what a shell takes for more than a word are left out: numbers, members of an enumeration, ' +
      'texts that a pattern has checked from end to end, quoted ones.',
    why:
      'A shell reads `;`, `|`, `$( )`, backquotes and line breaks as its own. A model that was talked into ' +
      'sending them, by a page or a file that it read, runs any program with the rights and the secrets of ' +
      'the server.',
    remediation: 'Start the program without a shell, with its arguments as a list.',
    examples: {
      bad: [
        exampleTool({
          tool: 'count_lines',
          argument: 'file',
          imports: "import { execSync } from 'node:child_process'",
          body: 'const text = execSync(`wc -l ${file}`).toString()',
        }),
        exampleTool({
          tool: 'show_branch',
          argument: 'branch',
          imports: "import { spawnSync } from 'node:child_process'",
          body: "const text = spawnSync('sh', ['-c', 'git show ' + branch]).stdout.toString()",
        }),
        examplePythonTool({
          tool: 'count_lines',
          argument: 'file: str',
          imports: 'import subprocess',
          body: 'return subprocess.run(f"wc -l {file}", shell=True, capture_output=True, text=True).stdout',
        }),
      ],
      good: [
        exampleTool({
          tool: 'count_lines',
          argument: 'file',
          schema: 'z.string().regex(/^[a-z]+\\.txt$/)',
          imports: "import { execSync } from 'node:child_process'",
          body: 'const text = execSync(`wc -l ${file}`).toString()',
        }),
        exampleTool({
          tool: 'list_processes',
          argument: 'count',
          schema: 'z.number()',
          imports: "import { execSync } from 'node:child_process'",
          body: 'const text = execSync(`ps | head -n ${count}`).toString()',
        }),
        examplePythonTool({
          tool: 'count_lines',
          argument: 'file: str',
          imports: 'import shlex\nimport subprocess',
          body:
            'return subprocess.run(f"wc -l -- {shlex.quote(file)}", shell=True, capture_output=True, ' +
            'text=True).stdout',
        }),
      ],
    },
  },
  severity: (flow) => (isDirect(flow) ? 'critical' : 'high'),
  harm: ({ isWhole }) =>
    isWhole
      ? 'run any command with the rights of this program'
      : 'end the command with characters such as ; | or $( ), and run any other one with the rights of this program',
  remediation: (flow) => {
    if (isRemote.test(flow.model))
      return (
        'Quote the value for the shell of the other machine, or let only texts pass that a pattern allows ' +
        'from their beginning to their end.'
      )
    return isPython(flow)
      ? 'Start the program without a shell: `subprocess.run([program, "--", value])`. Where a shell is ' +
          'needed, put the value through `shlex.quote`.'
      : "Start the program without a shell: `execFile(program, ['--', value])`, or `spawn` without `shell`. " +
          'Where a shell is needed, hand the value over in an environment variable and write "$NAME".'
  },
}

/** Shells of other machines and of containers. */
const isRemote = /ssh|paramiko|fabric|docker|adb|exec_?command/i
