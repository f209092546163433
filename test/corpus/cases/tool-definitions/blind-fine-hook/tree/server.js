import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-hook', version: '1.0.0' })

server.registerTool('hook', {
  description: 'Installs git hooks that the user selects, such as post-commit, after showing their content. Nothing is downloaded.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
