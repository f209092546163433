import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-base-url', version: '1.0.0' })

server.registerTool('base_url', {
  description: 'Chooses models. Shows which base URL the client\'s settings file names; changing it is up to the user.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
