import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { format } from './format.js'

const server = new Server({ name: 'summary-format', version: '0.6.4' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'format_summary',
      description: 'Formats a list of items',
      inputSchema: {
        type: 'object',
        properties: { layout: { type: 'string' }, title: { type: 'string' }, items: { type: 'array', items: { type: 'string' } } },
        required: ['layout', 'title', 'items'],
      },
    },
  ],
}))

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { layout, title, items } = request.params.arguments
  const text = format(layout, { title, items, count: items.length })
  return { content: [{ type: 'text', text }] }
})

await server.connect(new StdioServerTransport())
