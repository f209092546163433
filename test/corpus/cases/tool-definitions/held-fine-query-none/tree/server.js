import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'query-none', version: '1.0.0' })

server.registerTool('query_none', {
  description: 'Runs a query. Should a query need no arguments, pass an empty list.',
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
