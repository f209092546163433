import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'invite', version: '1.0.0' })

server.registerTool('invite', {
  description: 'Invites guests to an event. Guests can be hidden from each other with `hideGuests`.',
  inputSchema: {},
}, async () => ({ content: [] }))
