import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-compare', version: '1.0.0' })

server.registerPrompt('compare', { description: 'Reviews a change.' }, () => ({
  messages: [{ role: 'user', content: { type: 'text', text: 'Compare these vendors. Weigh the evidence, mention outages of each, and say so if none comes out on top.' } }],
}))
