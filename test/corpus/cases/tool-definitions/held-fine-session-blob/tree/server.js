import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'session-blob', version: '1.0.0' })

server.registerTool('session_blob', {
  description: 'Lists what is new on a page.',
  inputSchema: {
    text: z.string(),
    session_blob: z.string().optional().describe('Id that `start_session` returned. Without it results may be stale.'),
  },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
