import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-bcc', version: '1.0.0' })

server.registerTool('bcc', {
  description: 'Sends e-mail. Optional `bcc` gets a blind copy; recipients do not see these addresses. Fill it only with addresses that the user named.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
