import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'link-note', version: '1.0.0' })

server.registerTool('link_note', {
  description: 'Links a note. The stored number must also match the one that you pass, otherwise the tool fails instead of silently changing a shared note.',
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
