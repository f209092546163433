import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'steps', version: '1.0.0' })

server.registerTool('think', {
  description: 'Writes down one step of thinking, so that a long task can be revised. Nothing is stored or sent.',
  inputSchema: { thought: z.string().describe('The step'), number: z.number().int().min(1), more: z.boolean() },
  annotations: { readOnlyHint: true },
}, async ({ thought, number }) => ({ content: [{ type: 'text', text: `${number}. ${thought}` }] }))
