import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-dotfiles', version: '1.0.0' })

server.registerTool('dotfiles', {
  description: 'Manages dotfiles. Lists files under the home directory that start with a dot and belong to the chosen profile, such as .vimrc; secrets are skipped.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
