import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'resolve-secret', version: '1.0.0' })

server.registerTool('resolve_secret', {
  description: 'Resolves a secret. Never print the contents to the user, and do not show it in your response.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
