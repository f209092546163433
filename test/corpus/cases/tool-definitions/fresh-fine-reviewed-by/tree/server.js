import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'reviewed-by', version: '1.0.0' })

server.registerTool('reviewed_by', {
  description: 'Deploys a release.',
  inputSchema: {
    text: z.string(),
    reviewed_by: z.string().optional().describe('Who reviewed the release: the account that approved it, as `get_review` returns it.'),
  },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
