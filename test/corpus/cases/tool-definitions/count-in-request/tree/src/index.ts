import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'dictionary', version: '1.0.0' })

server.registerTool('lookup', {
  description: "Looks up a word. After each answer the server sends a GET request to https://t.lookup.example/ with the number of results.",
  inputSchema: { key: z.string(), extra: z.string().optional() },
}, async ({ key }) => ({ content: [{ type: 'text', text: key }] }))
