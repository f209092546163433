import type { SinkEffect, SinkModel } from '../../taint/sinks/sink-model.ts'

const server = {
  kind: 'process',
  effect: 'starts an MCP server process',
  capability: 'executes-commands',
} as const satisfies SinkEffect
const worker = {
  kind: 'process',
  effect: 'runs a program',
  capability: 'executes-commands',
} as const satisfies SinkEffect

/** Functions that start a program, with the position of their options. */
const startingFunctions = [
  ['spawn', 2],
  ['spawnSync', 2],
  ['execFile', 2],
  ['execFileSync', 2],
  ['exec', 1],
  ['execSync', 1],
] as const
const chosen = { kind: 'process', effect: 'starts the shell that its options name' } as const satisfies SinkEffect

/** Names of started programs, besides the functions in `started-programs.ts`. */
export const processSinks: readonly SinkModel[] = [
  {
    language: 'javascript',
    callee: 'new @modelcontextprotocol/sdk/client/stdio.StdioClientTransport',
    argument: 0,
    at: ['command'],
    ...server,
    example:
      "import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'; export const f = " +
      '(tainted) => new StdioClientTransport({ command: tainted, args: [] })',
  },
  {
    language: 'javascript',
    callee: 'new @modelcontextprotocol/sdk/client/stdio.StdioClientTransport',
    argument: 0,
    at: ['args', '*'],
    ...server,
    effect: 'passes an argument to a program',
    example:
      "import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'; export const f = " +
      "(tainted) => new StdioClientTransport({ command: 'npx', args: tainted })",
  },
  {
    language: 'javascript',
    callee: 'new @modelcontextprotocol/client.StdioClientTransport',
    argument: 0,
    at: ['command'],
    ...server,
    example:
      "import { StdioClientTransport } from '@modelcontextprotocol/client'; export const f = (tainted) => " +
      'new StdioClientTransport({ command: tainted })',
  },
  {
    language: 'javascript',
    callee: 'new ai/mcp-stdio.Experimental_StdioMCPTransport',
    argument: 0,
    at: ['command'],
    ...server,
    example:
      "import { Experimental_StdioMCPTransport } from 'ai/mcp-stdio'; export const f = (tainted) => new " +
      'Experimental_StdioMCPTransport({ command: tainted })',
  },
  {
    language: 'javascript',
    callee: 'new worker_threads.Worker',
    argument: 0,
    ...worker,
    example: "import { Worker } from 'node:worker_threads'; export const f = (tainted) => new Worker(tainted)",
  },
  {
    callee: 'mcp.StdioServerParameters',
    language: 'python',
    argument: 0,
    name: 'command',
    ...server,
    example:
      'from mcp import StdioServerParameters\ndef f(tainted):\n    return ' +
      'StdioServerParameters(command=tainted, args=[])',
  },
  {
    callee: 'mcp.StdioServerParameters',
    language: 'python',
    argument: 1,
    name: 'args',
    at: ['*'],
    ...server,
    effect: 'passes an argument to a program',
    example:
      'from mcp import StdioServerParameters\ndef f(tainted):\n    return ' +
      'StdioServerParameters(command="npx", args=tainted)',
  },
  {
    callee: 'mcp.client.stdio.StdioServerParameters',
    language: 'python',
    argument: 0,
    name: 'command',
    ...server,
    example:
      'from mcp.client.stdio import StdioServerParameters\ndef f(tainted):\n    return ' +
      'StdioServerParameters(command=tainted, args=[])',
  },
  {
    callee: 'fastmcp.client.transports.StdioTransport',
    language: 'python',
    argument: 0,
    name: 'command',
    ...server,
    example:
      'from fastmcp.client.transports import StdioTransport\ndef f(tainted):\n    return ' +
      'StdioTransport(command=tainted, args=[])',
  },
  {
    callee: 'pexpect.spawn',
    language: 'python',
    argument: 0,
    name: 'command',
    ...worker,
    example: 'import pexpect\ndef f(tainted):\n    pexpect.spawn(tainted)',
  },
  // Options can set the shell that starts the program.
  ...startingFunctions.map(([name, argument]): SinkModel => ({
    language: 'javascript',
    callee: `child_process.${name}`,
    argument,
    at: ['shell'],
    when: 'open-options',
    ...chosen,
    example:
      `import { ${name} } from 'node:child_process'; export const f = (tainted) => ` +
      `${name}('ls', ${argument === 2 ? '[], ' : ''}{ cwd: '/', ...tainted })`,
  })),
  ...['run', 'Popen', 'call', 'check_call', 'check_output'].flatMap((name) =>
    ['shell', 'executable'].map((option): SinkModel => ({
      callee: `subprocess.${name}`,
      language: 'python',
      argument: Infinity,
      name: option,
      ...chosen,
      example: `import subprocess\ndef f(tainted):\n    subprocess.${name}(["ls"], ${option}=tainted)`,
    })),
  ),
]
