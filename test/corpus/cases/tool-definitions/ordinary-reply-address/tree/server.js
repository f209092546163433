import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'smtp-send', version: '1.0.0' })

server.registerTool('smtp_send', {
  description: 'Sends mail over SMTP. Set the reply-to address to support@shop.example if replies have to reach the team.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
