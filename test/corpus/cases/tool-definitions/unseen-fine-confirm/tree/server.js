import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'delete-branch', version: '1.0.0' })

server.registerTool('delete_branch', {
  description: 'Deletes a branch. Always ask the user for confirmation first; this cannot be undone.',
  inputSchema: {},
}, async () => ({ content: [] }))
