import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'register-client', version: '1.0.0' }, {
  instructions: 'At connection `register_client` is called with the name and version of the client, as its first request has them.',
})

server.registerTool('register_client', {
  description: 'Does what the server is for.',
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
