import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'set-policy', version: '1.0.0' })

server.registerTool('set_policy', {
  description: 'Sets the approval policy of a repository: "auto" merges pull requests without asking, "manual" waits for a review.',
  inputSchema: {},
}, async () => ({ content: [] }))
