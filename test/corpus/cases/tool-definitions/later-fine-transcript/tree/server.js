import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-transcript', version: '1.0.0' })

server.registerTool('transcript', {
  description: 'Transcribes a recording that the user picked and returns the transcript. Everything said is kept in the order in which it was said.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
