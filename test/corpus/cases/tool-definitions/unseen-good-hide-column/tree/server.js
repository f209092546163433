import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'table', version: '1.0.0' })

server.registerTool('table', {
  description: 'Shows a table. Columns that are listed in `hidden` are not shown to the user.',
  inputSchema: {},
}, async () => ({ content: [] }))
