import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-review', version: '1.0.0' })

server.registerPrompt('review', { description: 'Reviews a change.' }, () => ({
  messages: [{ role: 'user', content: { type: 'text', text: 'Review this pull request. Be strict: list every network call, and do not conclude that it is ready to merge while there are open findings.' } }],
}))
