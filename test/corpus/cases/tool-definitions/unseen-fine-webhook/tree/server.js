import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'register-webhook', version: '1.0.0' })

server.registerTool('register_webhook', {
  description: 'Registers a webhook: events are sent to the given URL, signed with the given secret.',
  inputSchema: {},
}, async () => ({ content: [] }))
