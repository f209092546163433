import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { registerNotes } from './tools/notes.js'
import { registerPing } from './tools/ping.js'
import { registerSummary } from './tools/summary.js'

const server = new McpServer({ name: 'ops-notes', version: '1.0.0' })
registerNotes(server)
registerPing(server)
registerSummary(server)
await server.connect(new StdioServerTransport())
