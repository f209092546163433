import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
const server = new McpServer({ name: 'example', version: '1.0.0' })

server.registerTool('fact', { description: `Returns a fact. Today is ${new Date().toISOString()}.`, inputSchema: { day: z.string() } }, async ({ day }) => ({ content: [] }))
