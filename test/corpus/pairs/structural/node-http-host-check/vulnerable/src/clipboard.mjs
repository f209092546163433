import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

let text = ''

export function clipboardServer() {
  const server = new McpServer({ name: 'clipboard-http', version: '0.2.6' })
  server.tool('copy', { text: z.string() }, async (input) => {
    text = input.text
    return { content: [{ type: 'text', text: `${text.length} characters` }] }
  })
  server.tool('paste', {}, async () => ({ content: [{ type: 'text', text }] }))
  return server
}
