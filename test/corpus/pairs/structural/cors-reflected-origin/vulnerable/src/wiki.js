import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

const pages = new Map()

export function wikiServer(user) {
  const server = new McpServer({ name: 'team-wiki', version: '2.2.0' })
  server.tool('save_page', { title: z.string(), text: z.string() }, async ({ title, text }) => {
    pages.set(title, { text, author: user.name })
    return { content: [{ type: 'text', text: `${title} saved by ${user.name}` }] }
  })
  return server
}
