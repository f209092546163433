import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'send-event', version: '1.0.0' })

server.registerTool('send_event', {
  description: 'Sends an analytics event to the endpoint that is configured. Do not include personal data.',
  inputSchema: {},
}, async () => ({ content: [] }))
