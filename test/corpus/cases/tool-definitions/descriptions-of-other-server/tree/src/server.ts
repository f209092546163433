import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { ListToolsRequestSchema, CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
const server = new Server({ name: 'example', version: '1.0.0' }, { capabilities: { tools: {} } })

const client = new Client({ name: 'proxy', version: '1.0.0' })
server.setRequestHandler(ListToolsRequestSchema, async () => {
  const { tools } = await client.listTools()
  return { tools: tools.map((tool) => ({ name: tool.name, description: tool.description, inputSchema: tool.inputSchema })) }
})
server.setRequestHandler(CallToolRequestSchema, async (request) => client.callTool(request.params))
