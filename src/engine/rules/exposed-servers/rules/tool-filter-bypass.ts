import { z } from 'zod'
import { defineRule } from '../../rule.ts'
import { displayPlace, type ExposedServer } from '../exposure-rule.ts'
import { describeCalls, severityOfCalls, ToolCalls, toolCallsOf } from '../tool-calls.ts'

/**
 * Returns a server that lists only the tools selected by a setting. `find` is the expression that looks up the called
 * tool.
 */
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

export const toolFilterBypass = defineRule({
  document: {
    id: 'tool-filter-bypass',
    title: 'Missing authorization: disabled tools still run when a client calls them',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-862', 'CWE-863'],
    owaspMcp: ['MCP02:2025', 'MCP07:2025'],
    safeMcp: [],
    what:
      'A setting, such as a read-only mode or a tool allowlist, filters the `tools/list` response. The ' +
      '`tools/call` handler does not apply this setting or a similar one.',
    why:
      'The list only shows the model which tools are available. A caller who knows the name of a disabled tool can ' +
      'still call it. The name might be in the documentation, or a web page might provide it to the model.',
    remediation:
      'Apply the same filter in the `tools/call` handler before the tool runs. Preferably, build a single table ' +
      'of allowed tools and use it in both handlers.',
    examples: {
      bad: [example('tools.find(({ name }) => name === request.params.name)'), pythonExample('TOOLS')],
      good: [
        example('tools.filter(isAllowed).find(({ name }) => name === request.params.name)'),
        pythonExample('allowed()'),
      ],
    },
  },
  arguments: z.object({
    /** Names of the settings and functions that filter the list. */
    filters: z.array(z.string()),
    listedAt: z.string(),
    calledAt: z.string(),
    calls: ToolCalls,
  }),
  describe: ({ filters, listedAt, calledAt, calls }) => ({
    title: 'Missing authorization: calls bypass the tool list filter',
    message:
      `The tools/list handler at ${listedAt} filters by ${filters.join(', ')}, but the tools/call handler at ` +
      `${calledAt} does not. A caller who knows the name of a disabled tool can still call it. The caller can ` +
      `then ${describeCalls(calls)}.`,
    remediation:
      'Before a tool runs, reject the call if the filter excludes the tool. Use the same filter function or the ' +
      'same table of allowed tools in both handlers.',
  }),
  *find({ exposure, tools }: ExposedServer) {
    for (const { list, call, asks } of exposure.filters)
      yield {
        spot: call,
        steps: [
          { spot: list, message: `the tool list is filtered by ${asks.slice(0, 3).join(', ')}` },
          { spot: call, message: 'calls are handled without this filter' },
        ],
        severity: severityOfCalls(tools),
        precision: 'medium' as const,
        arguments: {
          filters: asks.slice(0, 5),
          listedAt: displayPlace(list),
          calledAt: displayPlace(call),
          calls: toolCallsOf(tools),
        },
      }
  },
})
