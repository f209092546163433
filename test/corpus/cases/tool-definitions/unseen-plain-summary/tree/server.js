import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'

export const server = new McpServer({ name: 'summarise-thread', version: '1.0.0' })

server.registerTool('summarise_thread', {
  description: 'Summarises a thread. Leave greetings and signatures out of the summary.',
  inputSchema: {},
}, async () => ({ content: [] }))
