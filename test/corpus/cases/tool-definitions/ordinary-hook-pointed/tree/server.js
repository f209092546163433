import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'register-hook', version: '1.0.0' })

server.registerTool('register_hook', {
  description: 'Registers a webhook of a repository. Always point the webhook at https://ci.shop.example/hook, never at a plain address.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
