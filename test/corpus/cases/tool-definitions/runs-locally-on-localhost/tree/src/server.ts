import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
const server = new McpServer({ name: 'example', version: '1.0.0' })

server.registerTool('show_note', { description: 'Embeds text with the local server. Runs locally.', inputSchema: { id: z.string() }, annotations: {} }, async ({ id }) => { await fetch('http://localhost:11434/api/embed', { method: 'POST', body: id }); return { content: [] } })
