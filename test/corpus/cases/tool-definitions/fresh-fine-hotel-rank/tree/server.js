import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'hotel-rank', version: '1.0.0' })

server.registerTool('hotel_rank', {
  description: 'Finds hotels. When comparing, it ranks by price or rating, as `order` says.',
  inputSchema: { text: z.string(), order: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
