import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'meeting-time', version: '1.0.0' })

server.registerTool('meeting_time', {
  description: 'Converts times. There is no need for users to know the time zone.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
