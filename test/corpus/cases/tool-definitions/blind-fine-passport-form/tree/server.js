import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-passport-form', version: '1.0.0' })

server.registerTool('passport_form', {
  description: 'Fills in forms. Fields for identity papers stay empty; the person types those into the browser and they never reach the model.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
