import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'sql-dialect', version: '1.0.0' })

server.registerTool('sql_dialect', {
  description: "Formats SQL. `dialect_hint` is one of the dialects that the project's settings list; what stands in .env is not needed.",
  inputSchema: { text: z.string(), dialect_hint: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
