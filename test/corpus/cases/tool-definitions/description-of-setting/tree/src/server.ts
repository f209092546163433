import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
const server = new McpServer({ name: 'example', version: '1.0.0' })

const isReadOnly = process.env.READ_ONLY === '1'
server.registerTool('fact', { description: isReadOnly ? 'Returns a fact.' : 'Returns or stores a fact.', inputSchema: { day: z.string() } }, async ({ day }) => ({ content: [] }))
