import type { ExposureRule, OpenServer } from '../exposure-rule.ts'
import { harmOfCalls, severityOfCalls } from '../harm.ts'

/** A server whose list has the tools that a setting leaves; `find` is how a call finds its tool. */
const example = (find: string) => `// server.ts
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const replicas = new Map([['web', 3]])
const tools = [
  { name: 'list', writes: false, run: () => [...replicas.keys()].join(' ') },
  { name: 'scale', writes: true, run: () => String(replicas.set('web', 4).size) },
]
const isAllowed = (tool: { writes: boolean }) => process.env.READ_ONLY !== 'true' || !tool.writes

const server = new Server({ name: 'cluster', version: '1.0.0' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: tools.filter(isAllowed).map(({ name }) => ({ name, inputSchema: { type: 'object' } })),
}))

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const tool = ${find}
  if (!tool) throw new Error('Unknown tool')
  return { content: [{ type: 'text', text: tool.run() }] }
})

await server.connect(new StdioServerTransport())
`

const pythonExample = (find: string) => `# server.py
import os

import mcp.types as types
from mcp.server.lowlevel import Server

TOOLS = {"list": lambda: "web", "scale": lambda: "4"}
server = Server("cluster")


def allowed() -> dict:
    names = os.environ.get("ALLOWED_TOOLS", "list").split(",")
    return {name: TOOLS[name] for name in names if name in TOOLS}


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return [types.Tool(name=name, inputSchema={"type": "object"}) for name in allowed()]


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[types.TextContent]:
    return [types.TextContent(type="text", text=${find}[name]())]
`

export const toolFilterBypass: ExposureRule = {
  document: {
    id: 'tool-filter-bypass',
    title: 'Tools that are switched off still run when they are called',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-862', 'CWE-863'],
    owaspMcp: ['MCP02:2025', 'MCP07:2025'],
    safeMcp: [],
    what:
      'A setting, such as a read-only mode or a list of allowed tools, decides which tools stand in the ' +
      'answer to `tools/list`, and what answers `tools/call` never asks it or anything of its kind.',
    why:
      'The list only says what a model should know of. Whoever knows the name of another tool, from the ' +
      'documentation or because a page told the model, calls it: what the operator switched off is done all ' +
      'the same.',
    remediation:
      'Ask the same question in what answers calls, before the tool runs; best, build one table of allowed ' +
      'tools and use it for both.',
    examples: {
      bad: [example('tools.find(({ name }) => name === request.params.name)'), pythonExample('TOOLS')],
      good: [
        example('tools.filter(isAllowed).find(({ name }) => name === request.params.name)'),
        pythonExample('allowed()'),
      ],
    },
  },
  judge: ({ exposure, tools }: OpenServer) =>
    exposure.filters.map(({ list, call, asks }) => ({
      spot: call,
      steps: [
        { spot: list, message: `the list of tools asks ${asks.slice(0, 3).join(', ')}` },
        { spot: call, message: 'calls are answered without asking it' },
      ],
      title: 'Calls do not pass the filter that the list of tools has',
      message:
        `What answers tools/list (${list.path}, line ${list.line}) asks ${asks.slice(0, 5).join(', ')}, what ` +
        `answers tools/call (${call.path}, line ${call.line}) does not. Whoever calls a tool by its name can ` +
        `${harmOfCalls(tools)}, whether it is switched off or not.`,
      severity: severityOfCalls(tools),
      precision: 'medium' as const,
      remediation:
        'Turn a call away before its tool runs when the list would not have it: ask the same function in ' +
        'both, or look the name up in one table of allowed tools.',
    })),
}
