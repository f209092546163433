import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { audit } from './audit.js'

const server = new Server({ name: 'script-runner', version: '0.4.4' }, { capabilities: { tools: {} } })

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: 'dependency_tree',
      description: 'Why a package is installed',
      inputSchema: { type: 'object', properties: { package: { type: 'string' } }, required: ['package'] },
    },
  ],
}))

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  if (request.params.name === 'dependency_tree') {
    const wanted = request.params.arguments?.package
    if (!wanted) throw new Error('package is required')
    const { code, output } = await audit(wanted)
    return { content: [{ type: 'text', text: output }], isError: code !== 0 }
  }
  throw new Error('unknown tool')
})

await server.connect(new StdioServerTransport())
