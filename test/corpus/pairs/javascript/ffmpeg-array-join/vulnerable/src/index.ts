import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { cut } from './cut.js'

const server = new Server({ name: 'clip-cutter', version: '1.0.1' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'cut_clip',
      description: 'Cuts a part out of a video in the library',
      inputSchema: {
        type: 'object',
        properties: { title: { type: 'string' }, from: { type: 'number' }, seconds: { type: 'number' } },
        required: ['title', 'from', 'seconds'],
      },
    },
  ],
}))

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params
  if (name !== 'cut_clip' || !args) throw new Error('Unknown tool')
  const target = await cut({ title: String(args.title), from: Number(args.from), seconds: Number(args.seconds) })
  return { content: [{ type: 'text', text: target }] }
})

await server.connect(new StdioServerTransport())
