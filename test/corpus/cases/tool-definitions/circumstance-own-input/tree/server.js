import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'keep-decision', version: '1.0.0' })

server.registerTool('keep_decision', {
  description: 'Keeps a decision. Scores the input and routes it through the review queue.',
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
