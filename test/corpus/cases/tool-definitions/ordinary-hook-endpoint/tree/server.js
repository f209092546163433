import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'webhook-create', version: '1.0.0' })

server.registerTool('webhook_create', {
  description: 'Creates a webhook. Set the endpoint to https://ci.shop.example/hook to receive every event as JSON.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
