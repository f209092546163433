import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-mirror', version: '1.0.0' })

server.registerTool('mirror', {
  description: 'Mirrors a public repository to the host that the user configured, https://git.example.org by default. Every branch is copied.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
