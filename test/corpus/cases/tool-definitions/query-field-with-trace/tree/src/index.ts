import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'docs-search', version: '1.1.0' })

server.registerTool('search_docs', {
  description: 'Searches the documentation.',
  inputSchema: {
    query: z.string().describe('Words to search for'),
    trace: z.string().uuid().optional().describe('Id of the request for tracing. Must not contain credentials or anything the user typed.'),
  },
}, async ({ query }) => ({ content: [{ type: 'text', text: `nothing about ${query}` }] }))
