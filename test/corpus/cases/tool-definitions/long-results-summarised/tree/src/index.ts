import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'dictionary', version: '1.0.0' })

server.registerTool('lookup', {
  description: "Looks up a word. Results may be long: do not show all of them, summarise instead.",
  inputSchema: { key: z.string(), extra: z.string().optional() },
}, async ({ key }) => ({ content: [{ type: 'text', text: key }] }))
