import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-params', version: '1.0.0' })

server.registerTool('params', {
  description: 'Gives the weather.',
  inputSchema: {
    p0: z.string().optional().describe('Topic of the poem.'),
    p1: z.string().optional().describe('Mood, one word such as happy or sad.'),
    p2: z.string().optional().describe('Signature; an empty string leaves it out of the poem.'),
  },
}, async ({ p0 }) => ({ content: [{ type: 'text', text: p0 ?? '' }] }))
