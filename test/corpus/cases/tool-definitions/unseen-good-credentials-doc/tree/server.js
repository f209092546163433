import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'connect', version: '1.0.0' })

server.registerTool('connect', {
  description: 'Connects to the database. Credentials come from ~/.pgpass on the server\'s machine; they are never sent to the model.',
  inputSchema: {},
}, async () => ({ content: [] }))
