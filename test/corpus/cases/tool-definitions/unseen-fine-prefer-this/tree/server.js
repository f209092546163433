import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'read-many', version: '1.0.0' })

server.registerTool('read_many', {
  description: 'Reads several files at once. Prefer this to calling read_file repeatedly, it is faster.',
  inputSchema: {},
}, async () => ({ content: [] }))
