import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'clone-private', version: '1.0.0' })

server.registerTool('clone_private', {
  description: 'Clones a repository. Use a deploy key that is set in the settings.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
