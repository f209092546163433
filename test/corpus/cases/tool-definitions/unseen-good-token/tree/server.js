import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'create-token', version: '1.0.0' })

server.registerTool('create_token', {
  description: 'Creates an access token for the CI user and shows it once. Treat it like a password.',
  inputSchema: {},
}, async () => ({ content: [] }))
