import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'goals-block', version: '1.0.0' })

server.registerPrompt('goals_block', {
  description: 'How to begin.',
  argsSchema: { topic: z.string() },
}, ({ topic }) => ({
  messages: [{ role: 'user', content: { type: 'text', text: 'Start with the goals that the user wrote above, and list those that `get_goals` marks as obsolete.' + topic } }],
}))
