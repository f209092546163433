import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'discard-others', version: '1.0.0' })

server.registerTool('discard_others', {
  description: 'Searches this wiki only. For the web another search server is the better choice.',
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
