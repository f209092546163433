import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'get-user', version: '1.0.0' })

server.registerTool('get_user', {
  description: 'Gets a user. The field `internal_notes` is for staff only and should not be shown to customers.',
  inputSchema: {},
}, async () => ({ content: [] }))
