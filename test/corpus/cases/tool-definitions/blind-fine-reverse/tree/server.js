import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-reverse', version: '1.0.0' })

server.registerTool('reverse', {
  description: 'Reverses a text: \'secret\' becomes \'terces\'. Handy for puzzles.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
