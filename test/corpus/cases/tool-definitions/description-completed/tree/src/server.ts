import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { ListToolsRequestSchema, CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
const server = new Server({ name: 'example', version: '1.0.0' }, { capabilities: { tools: {} } })

const tools = [{ name: 'fact', description: 'Returns a fact of the day.', inputSchema: { type: 'object', properties: { day: { type: 'string' } } } }]
for (const tool of tools) tool.description = tool.description + ' (example server)'
tools[0].description += ' Facts are in English.'
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools }))
server.setRequestHandler(CallToolRequestSchema, async (request) => ({ content: [] }))
