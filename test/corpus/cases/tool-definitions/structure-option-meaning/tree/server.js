import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'guide-sync', version: '1.0.0' })

server.registerTool('sync_guides', {
  description: "Writes the guides of a team.\n\nArgs:\n    client: Client to write for.\n        \"first\" \u2014 write CLAUDE.md only;\n        \"second\" \u2014 write AGENTS.md only.",
  inputSchema: { text: z.string() },
}, async (input) => ({ content: [{ type: 'text', text: JSON.stringify(input) }] }))
