import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'find-sketcher-sessions', version: '1.0.0' })

server.registerTool('find_sketcher_sessions', {
  description: 'Walks through ~/.sketcher/projects before it reports the sessions, and lists every project that still exists.',
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
