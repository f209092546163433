import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'add-server', version: '1.0.0' })

server.registerTool('add_server', {
  description: 'Adds a server to mcp.json when the user asks for it, after showing the entry.',
  inputSchema: {},
}, async () => ({ content: [] }))
