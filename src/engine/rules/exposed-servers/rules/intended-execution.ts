import { z } from 'zod'
import type { Flow } from '../../../analysis/flow.ts'
import { examplePythonTool, exampleTool } from '../../dangerous-flows/example-server.ts'
import { flowName, shortName } from '../../dangerous-flows/flow-name.ts'
import { defineRule } from '../../rule.ts'
import type { ExposedServer, ExposureMatch } from '../exposure-rule.ts'

/** What a tool runs, by kind of sink. */
const executed = { command: 'commands', process: 'programs', code: 'code' } as const satisfies Partial<
  Record<Flow['kind'], string>
>
type ExecutedKind = keyof typeof executed

const Arguments = z.object({
  tool: z.string(),
  kind: z.enum(['command', 'process', 'code']),
  /** Argument that contains the command or the code. */
  argument: z.string().optional(),
  runsAt: z.string(),
})
type ExecutionArguments = z.infer<typeof Arguments>

export const intendedExecution = defineRule({
  document: {
    id: 'intended-execution',
    title: 'Command execution by design: a tool runs the commands or code that its caller sends',
    category: 'tool',
    severity: 'info',
    precision: 'medium',
    cwe: [],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      "A tool passes a whole argument, such as `command` or `code`, to a shell or an interpreter, and the tool's " +
      'name or description says so. Examples include terminals, code runners, and tools that run a command in a ' +
      'container. The finding describes a capability, not a vulnerability. If the tool checks the command ' +
      'insufficiently, or if the argument is only part of a command, another rule applies.',
    why:
      'A web page or file that the model reads can make the model call the tool. The command then runs with the ' +
      'privileges of the server, or on the system that the tool controls.',
    remediation:
      'Require confirmation for each call in the client. Run the server in a container or as a user with few ' +
      'privileges. Do not connect the server to a client that also reads untrusted content.',
    examples: {
      bad: [
        exampleTool({
          tool: 'run_command',
          argument: 'command',
          imports: "import { execSync } from 'node:child_process'",
          body: 'const text = execSync(command).toString()',
        }),
        examplePythonTool({
          tool: 'run_python_code',
          argument: 'code: str',
          imports: 'import contextlib\nimport io',
          body:
            'output = io.StringIO()\nwith contextlib.redirect_stdout(output):\n    exec(code)\n' +
            'return output.getvalue()',
        }),
      ],
      good: [
        exampleTool({
          tool: 'count_lines',
          argument: 'file',
          imports: "import { execFileSync } from 'node:child_process'",
          body: "const text = execFileSync('wc', ['-l', '--', file]).toString()",
        }),
        examplePythonTool({
          tool: 'add',
          argument: 'first: int, second: int',
          imports: 'import subprocess',
          body: 'return subprocess.run(["expr", str(first), "+", str(second)], capture_output=True, text=True).stdout',
        }),
      ],
    },
  },
  arguments: Arguments,
  describe: ({ tool, kind, argument, runsAt }: ExecutionArguments) => ({
    title: `Command execution by design in tool "${shortName(tool)}"`,
    message:
      `The purpose of the tool "${shortName(tool)}" is to run ${executed[kind]}. The tool runs the whole ` +
      `${argument === undefined ? 'argument' : `argument "${shortName(argument)}"`} at ${runsAt}. Anyone who can ` +
      'call the tool, for example through a web page the model reads, can run any command with the privileges of ' +
      'the tool.',
    remediation:
      'Require confirmation for each call, and run the server with few privileges. If the tool is meant to run ' +
      `${executed[kind]}, no code change is needed.`,
  }),
  *find({ flows, tools }: ExposedServer): Iterable<ExposureMatch & { readonly arguments: ExecutionArguments }> {
    const reported = new Set<string>()
    for (const flow of flows) {
      const [tool] = flow.tools
      const [source, sink] = [flow.steps[0], flow.steps.at(-1)]
      if (!isExecuted(flow.kind) || !flow.isPurpose || flow.entry !== 'tool-argument') continue
      if (tool === undefined || !source || !sink || reported.has(tool)) continue
      reported.add(tool)
      const { name } = flow.source
      const declared = tools.find((one) => one.kind === 'tool' && one.name === tool)
      yield {
        // Points to the tool, because several tools can share a sink.
        spot: declared ? { path: declared.path, line: declared.line, column: 1 } : sink,
        steps: [
          { spot: source, message: `the tool \`${shortName(flowName(tool))}\` receives its arguments` },
          { spot: sink, message: `${executed[flow.kind]} of the caller run here` },
        ],
        severity: 'info',
        precision: 'medium',
        arguments: {
          tool: flowName(tool),
          kind: flow.kind,
          ...(name !== undefined && { argument: flowName(name) }),
          runsAt: `${sink.path}:${sink.line}`,
        },
      }
    }
  },
})

function isExecuted(kind: Flow['kind']): kind is ExecutedKind {
  return kind in executed
}
