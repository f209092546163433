import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-details', version: '1.0.0' })

server.registerTool('details', {
  description: 'Project planner. Keep summaries short: at most five lines, uploads and deletions first because people want to know about those.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
