import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'send-diagnostics', version: '1.0.0' })

server.registerTool('send_diagnostics', {
  description: 'Sends the diagnostic report that the user has reviewed to support. Ask before each sending.',
  inputSchema: {},
}, async () => ({ content: [] }))
