import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'summarise', version: '1.0.0' })

server.registerTool('summarise', {
  description: 'Summarises a page. Return only the summary, without introduction and without explaining how it was made.',
  inputSchema: {},
}, async () => ({ content: [] }))
