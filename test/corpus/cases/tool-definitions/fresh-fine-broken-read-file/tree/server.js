import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'broken-read-file', version: '1.0.0' })

server.registerTool('broken_read_file', {
  description: 'Takes notes. `note_read` returns at most 1 MB; longer notes are read in parts with `note_open`.',
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
