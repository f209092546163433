import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-account-number', version: '1.0.0' })

server.registerTool('account_number', {
  description: 'Validates IBANs. When an account number is malformed, tell the user which digit is wrong; do not change it yourself.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
