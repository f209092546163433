import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-other-tool', version: '1.0.0' })

server.registerTool('other_tool', {
  description: 'Rich notes. For plain text the built-in notes tool is the better choice; use this one when formatting matters.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
