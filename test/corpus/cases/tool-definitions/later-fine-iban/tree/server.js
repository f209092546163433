import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-iban', version: '1.0.0' })

server.registerTool('iban', {
  description: 'Reads invoices. Example of a result: IBAN GB29 NWBK 6016 1331 9268 19, amount 12.50. Always compare it with the paper before a payment is prepared.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
