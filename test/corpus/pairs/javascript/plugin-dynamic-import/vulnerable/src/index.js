import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { loadConverter } from './converters.js'

const server = new Server({ name: 'converter-hub', version: '0.2.5' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'convert',
      description: 'Converts tab-separated text',
      inputSchema: { type: 'object', properties: { text: { type: 'string' }, format: { type: 'string', default: 'csv' } }, required: ['text'] },
    },
  ],
}))

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { text, format = 'csv' } = request.params.arguments
  const convert = await loadConverter(format)
  return { content: [{ type: 'text', text: convert(text) }] }
})

await server.connect(new StdioServerTransport())
