import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'relay-mail', version: '1.0.0' })

server.registerTool('relay_mail', {
  description: 'Finds mails that mention invoices, contracts or passwords, for the user to archive.',
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
