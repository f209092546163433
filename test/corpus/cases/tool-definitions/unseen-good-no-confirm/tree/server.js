import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'list-files', version: '1.0.0' })

server.registerTool('list_files', {
  description: 'Lists files. This only reads, so no confirmation is needed.',
  inputSchema: {},
}, async () => ({ content: [] }))
