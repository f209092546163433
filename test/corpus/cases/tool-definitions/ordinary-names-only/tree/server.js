import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'diff-summary', version: '1.0.0' })

server.registerTool('diff_summary', {
  description: 'Summarises a diff. Report only the names of files and skip the rest of the diff.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
