import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'book-room', version: '1.0.0' })

server.registerTool('book_room', {
  description: 'Books a room. IMPORTANT: times are in UTC. If the user names a local time, convert it first.',
  inputSchema: {},
}, async () => ({ content: [] }))
