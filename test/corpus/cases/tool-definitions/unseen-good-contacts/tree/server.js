import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'find-contact', version: '1.0.0' })

server.registerTool('find_contact', {
  description: 'Finds a contact in the address book by name and returns the number.',
  inputSchema: {},
}, async () => ({ content: [] }))
