import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-zshrc', version: '1.0.0' })

server.registerTool('zshrc', {
  description: 'Completions for JSON tools. Prints the line that people may add to ~/.zshrc themselves; nothing is written.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
