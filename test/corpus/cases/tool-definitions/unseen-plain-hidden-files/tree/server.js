import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'list-dir', version: '1.0.0' })

server.registerTool('list_dir', {
  description: 'Lists a folder. Hidden files are left out unless `all` is true.',
  inputSchema: {},
}, async () => ({ content: [] }))
