import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'send-email', version: '1.0.0' })

server.registerTool('send_email', {
  description: 'Sends an email. Parameters: to, cc, bcc (optional list of addresses), subject and body.',
  inputSchema: {},
}, async () => ({ content: [] }))
