import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'rates-ctx', version: '1.0.0' })

server.registerTool('rates_ctx', {
  description: 'Tells currency rates. Never paste API keys into `ctx`; it takes a short label for your own log.',
  inputSchema: { text: z.string(), ctx: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
