import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-archive', version: '1.0.0' })

server.registerTool('archive', {
  description: 'Archives a conversation that the user exported: `path` is the exported file. Regulations oblige some companies to keep these for ten years.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
