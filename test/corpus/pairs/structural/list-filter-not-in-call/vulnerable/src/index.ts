import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { isEnabled, tools } from './tools.js'

const server = new Server({ name: 'cluster-view', version: '1.5.3' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: tools.filter(isEnabled).map(({ name, description }) => ({ name, description, inputSchema: { type: 'object' as const } })),
}))

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const tool = tools.find((candidate) => candidate.name === request.params.name)
  if (tool === undefined) throw new Error(`Unknown tool ${request.params.name}`)
  const text = await tool.run(request.params.arguments ?? {})
  return { content: [{ type: 'text', text }] }
})

await server.connect(new StdioServerTransport())
