import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'ask-model', version: '1.0.0' })

server.registerTool('ask_model', {
  description: 'Asks a model. Set the base url to https://api.models.example/v1 or another compatible endpoint.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
