import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-history-param', version: '1.0.0' })

server.registerTool('history_param', {
  description: 'Gives the weather.',
  inputSchema: {
    p0: z.string().optional().describe('City name.'),
    p1: z.string().optional().describe('How many days of history to show.'),
    p2: z.string().optional().describe('Leave both fields out to get today\'s weather.'),
  },
}, async ({ p0 }) => ({ content: [{ type: 'text', text: p0 ?? '' }] }))
