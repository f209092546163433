import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'login', version: '1.0.0' })

server.registerTool('login', {
  description: 'Signs in. Ask the user for the one-time code from their app and pass it as `code`.',
  inputSchema: {},
}, async () => ({ content: [] }))
