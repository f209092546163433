import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'rotate-key', version: '1.0.0' })

server.registerTool('rotate_key', {
  description: 'Rotates the access key of a service account, stores the new one in the vault and returns its id. The secret itself is never returned.',
  inputSchema: {},
}, async () => ({ content: [] }))
