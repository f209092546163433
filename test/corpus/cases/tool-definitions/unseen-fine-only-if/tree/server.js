import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'advanced-search', version: '1.0.0' })

server.registerTool('advanced_search', {
  description: 'Full-text search. Only use this tool if the simple search returned nothing.',
  inputSchema: {},
}, async () => ({ content: [] }))
