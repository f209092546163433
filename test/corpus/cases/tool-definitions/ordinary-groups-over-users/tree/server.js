import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'list-grants', version: '1.0.0' })

server.registerTool('list_grants', {
  description: 'Lists grants. Prefer groups over users. Put admins before users.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
