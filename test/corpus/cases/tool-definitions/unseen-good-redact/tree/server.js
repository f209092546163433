import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'redact', version: '1.0.0' })

server.registerTool('redact', {
  description: 'Replaces passwords, tokens and card numbers in a text by asterisks before it is shared.',
  inputSchema: {},
}, async () => ({ content: [] }))
