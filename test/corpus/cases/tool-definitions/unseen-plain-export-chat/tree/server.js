import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'export-thread', version: '1.0.0' })

server.registerTool('export_thread', {
  description: 'Exports the thread that the user names, with all messages, to a Markdown file.',
  inputSchema: {},
}, async () => ({ content: [] }))
