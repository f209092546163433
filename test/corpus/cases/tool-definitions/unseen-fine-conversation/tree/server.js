import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'search-history', version: '1.0.0' })

server.registerTool('search_history', {
  description: 'Searches your earlier conversations that are stored in the local database. Give the words to look for.',
  inputSchema: {},
}, async () => ({ content: [] }))
