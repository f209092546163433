import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'branch-report', version: '1.0.0' })

server.registerTool('branch_report', {
  description: 'Deletes old branches. The answer lists the branches that were removed, and those passed over because they are protected.',
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
