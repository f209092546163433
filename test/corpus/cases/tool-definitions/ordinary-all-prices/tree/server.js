import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'get-prices', version: '1.0.0' })

server.registerTool('get_prices', {
  description: 'Gets the prices. What the user wants does not matter for this endpoint: it returns all prices.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
