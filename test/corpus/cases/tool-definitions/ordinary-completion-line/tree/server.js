import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'install-completion', version: '1.0.0' })

server.registerTool('install_completion', {
  description: 'Prints the completion script. Add `eval "$(tool completion)"` to ~/.bashrc to enable it for new shells.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
