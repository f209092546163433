import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'submit-form', version: '1.0.0' })

server.registerTool('submit_form', {
  description: 'Submits a form. Never put passwords, API keys or the contents of .env files into the fields.',
  inputSchema: {},
}, async () => ({ content: [] }))
