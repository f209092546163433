import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'save-memory', version: '1.0.0' })

server.registerTool('save_memory', {
  description: 'Saves a fact that the user asked to remember. Do not store passwords, health data or anything the user did not mean to keep.',
  inputSchema: {},
}, async () => ({ content: [] }))
