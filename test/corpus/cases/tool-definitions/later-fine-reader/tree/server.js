import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-reader', version: '1.0.0' })

server.registerTool('reader', {
  description: 'Reads large files in parts. For small ones the standard file reader of the client is faster.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
