import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-sandbox', version: '1.0.0' })

server.registerTool('sandbox', {
  description: 'Runs snippets in a sandbox without network. Destructive actions affect the sandbox only; it is thrown away afterwards.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
