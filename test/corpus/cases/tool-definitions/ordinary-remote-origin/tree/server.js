import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'set-remote', version: '1.0.0' })

server.registerTool('set_remote', {
  description: 'Sets up a git repository. Set the remote origin to git@github.com:owner/repo.git before the first push.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
