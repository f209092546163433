import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'forum-second', version: '1.0.0' })

server.registerTool('forum_second', {
  description: 'Posts to a forum. A preview of the post is returned; there is no need to repeat its text in the answer.',
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
