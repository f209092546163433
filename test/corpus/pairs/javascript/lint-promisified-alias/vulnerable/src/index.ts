import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { lint } from './lint.js'

const server = new Server({ name: 'lint-bridge', version: '2.3.0' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [{
    name: 'lint',
    description: 'Lints the files below a folder',
    inputSchema: { type: 'object', properties: { folder: { type: 'string' }, fix: { type: 'boolean' } }, required: ['folder'] },
  }],
}))

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const input = request.params.arguments as { folder: string; fix?: boolean }
  return { content: [{ type: 'text', text: await lint(input.folder, input.fix === true) }] }
})

await server.connect(new StdioServerTransport())
