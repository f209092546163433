import { exampleTool, examplePythonTool } from '../example-server.ts'
import type { FlowArguments } from '../flow-arguments.ts'
import { defineFlowRule, isDirect, processOf } from '../flow-rule.ts'

export const commandInjection = defineFlowRule({
  kind: 'command',
  weakness: 'Command injection',
  document: {
    id: 'command-injection',
    title: 'Command injection: untrusted input reaches a shell',
    category: 'code',
    severity: 'critical',
    precision: 'high',
    cwe: ['CWE-78', 'CWE-77'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'Untrusted input, such as a tool argument, becomes part of a shell command. The rule covers `exec`, `spawn` ' +
      'with `shell: true`, `sh -c`, `os.system`, and `subprocess` with `shell=True`. Values that cannot contain ' +
      'shell syntax are not reported. Examples are numbers, enumeration values, quoted values, and strings that an ' +
      'anchored pattern restricts to safe characters.',
    why:
      'A shell interprets `;`, `|`, `$( )`, backticks, and line breaks. A web page or file that the model reads can ' +
      'make the model send these characters. An attacker can then run any program with the privileges and ' +
      'secrets of the server.',
    remediation: 'Start the program without a shell, and pass its arguments as a list.',
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
  baseSeverity: (flow) => (isDirect(flow) ? 'critical' : 'high'),
  attack: (args) => {
    const where = isRemote(args) ? 'on the target system' : `with the ${processOf(args)}'s privileges`
    return args.isWhole ? `run any command ${where}` : `insert shell syntax that runs other commands ${where}`
  },
  remediation: (args) => {
    if (isRemote(args))
      return "Quote the value for the target system's shell, or accept only strings that match an anchored pattern."
    return args.isPython
      ? 'Start the program without a shell: `subprocess.run([program, "--", value])`. If you need a shell, quote the ' +
          'value with `shlex.quote`.'
      : "Start the program without a shell: `execFile(program, ['--', value])`, or `spawn` without `shell`. If you " +
          'need a shell, pass the value in an environment variable and refer to it as `"$NAME"`.'
  },
})

/** Reports whether the command runs on another machine, on a device, or in a container. */
const isRemote = ({ sink }: FlowArguments): boolean => sink.action === 'run-remotely'
