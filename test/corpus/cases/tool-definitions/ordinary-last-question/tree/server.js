import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'search-docs', version: '1.0.0' })

server.registerTool('search_docs', {
  description: 'Searches. Pass the last question of the user as `query`, and quote each sentence the user gives.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
