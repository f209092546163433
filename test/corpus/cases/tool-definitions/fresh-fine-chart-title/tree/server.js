import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'chart-title', version: '1.0.0' })

server.registerTool('chart_title', {
  description: 'Draws a chart.',
  inputSchema: {
    text: z.string(),
    title: z.string().optional().describe('Title of the chart. It should name the series, in at most fifty characters.'),
  },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
