import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'get-secret', version: '1.0.0' })

server.registerTool('get_secret', {
  description: 'Gets a secret from the store. Do not print it to the user unless they ask.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
