import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'list-regions', version: '1.0.0' })

server.registerTool('list_regions', {
  description: 'Lists regions. Set a profile, or put your keys in ~/.aws/credentials.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
