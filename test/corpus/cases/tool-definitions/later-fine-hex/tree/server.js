import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-hex', version: '1.0.0' })

server.registerTool('hex', {
  description: 'Converts hexadecimal to text: 48656c6c6f becomes Hello. The text is returned as it is.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
