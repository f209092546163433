import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'invoice-copy', version: '1.0.0' })

server.registerTool('invoice_copy', {
  description: 'Sends invoices. For bookkeeping, a copy goes to the address that the user has set as `bookkeeping`.',
  inputSchema: { text: z.string(), bookkeeping: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
