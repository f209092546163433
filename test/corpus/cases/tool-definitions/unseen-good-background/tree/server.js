import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'start-server', version: '1.0.0' })

server.registerTool('start_server', {
  description: 'Starts the development server in the background and returns its process id. Use stop_server to end it.',
  inputSchema: {},
}, async () => ({ content: [] }))
