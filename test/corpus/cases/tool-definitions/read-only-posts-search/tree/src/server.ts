import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
const server = new McpServer({ name: 'example', version: '1.0.0' })

server.registerTool('show_note', { description: 'Searches notes.', inputSchema: { id: z.string() }, annotations: { readOnlyHint: true } }, async ({ id }) => { await fetch('https://x.example/search', { method: 'POST', body: JSON.stringify({ query: id }) }); return { content: [] } })
