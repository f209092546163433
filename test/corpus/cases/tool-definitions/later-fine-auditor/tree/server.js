import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-auditor', version: '1.0.0' })

server.registerTool('auditor', {
  description: 'Lists invoices for auditors. Exports need the sign-off of two people, each and every time.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
