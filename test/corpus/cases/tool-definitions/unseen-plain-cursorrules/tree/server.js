import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'write-rules', version: '1.0.0' })

server.registerTool('write_rules', {
  description: 'Writes .cursorrules for the project as the user describes them, and shows the file before saving.',
  inputSchema: {},
}, async () => ({ content: [] }))
