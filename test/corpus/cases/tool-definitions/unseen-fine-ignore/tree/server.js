import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'diff', version: '1.0.0' })

server.registerTool('diff', {
  description: 'Compares two folders and ignores files by the rules in .gitignore. Previous results are overwritten.',
  inputSchema: {},
}, async () => ({ content: [] }))
