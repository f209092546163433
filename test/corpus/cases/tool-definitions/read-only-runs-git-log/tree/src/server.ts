import { execFileSync } from 'node:child_process'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
const server = new McpServer({ name: 'example', version: '1.0.0' })

server.registerTool('show_note', { description: 'Runs git log.', inputSchema: { id: z.string() }, annotations: { readOnlyHint: true } }, async ({ id }) => { execFileSync('git', ['log', '--', id]); return { content: [] } })
