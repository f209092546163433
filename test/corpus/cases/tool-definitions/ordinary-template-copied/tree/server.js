import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'start-stack', version: '1.0.0' })

server.registerTool('start_stack', {
  description: 'Starts the containers. Before the first start, copy .env.example to .env and fill in the values.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
