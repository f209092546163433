import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { restore, save } from './state.js'

let current = { topic: 'general', turns: [] }

const server = new McpServer({ name: 'chat-state', version: '0.2.0' })

server.tool('remember', { turn: z.string() }, async ({ turn }) => {
  current.turns.push(turn)
  return { content: [{ type: 'text', text: `${current.turns.length} turns` }] }
})

server.tool('save_state', 'Returns the state as a token', {}, async () => ({
  content: [{ type: 'text', text: save(current) }],
}))

server.tool('restore_state', 'Restores a state from its token', { token: z.string() }, async ({ token }) => {
  current = restore(token)
  return { content: [{ type: 'text', text: current.topic }] }
})

await server.connect(new StdioServerTransport())
