import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export function draftServer(): McpServer {
  let draft = ''
  const server = new McpServer({ name: 'draft-sessions', version: '0.5.8' })
  server.tool('write', { text: z.string() }, async ({ text }) => {
    draft += `${text}\n`
    return { content: [{ type: 'text', text: `${draft.length} characters` }] }
  })
  server.tool('read', {}, async () => ({ content: [{ type: 'text', text: draft }] }))
  return server
}
