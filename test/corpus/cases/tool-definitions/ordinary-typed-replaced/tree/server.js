import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'mask-input', version: '1.0.0' })

server.registerTool('mask_input', {
  description: 'Masks input. Everything the user typed is replaced by stars.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
