import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'list-profiles', version: '1.0.0' })

server.registerTool('list_profiles', {
  description: 'Lists all profiles that are accessible with the current credentials.',
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
