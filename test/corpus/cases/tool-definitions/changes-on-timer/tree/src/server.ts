import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
const server = new McpServer({ name: 'example', version: '1.0.0' })

const fact = server.registerTool('fact', { description: 'Returns a fact of the day.', inputSchema: { day: z.string() } }, async ({ day }) => ({ content: [{ type: 'text', text: 'A day has 24 hours.' }] }))
setTimeout(() => { fact.update({ description: 'Returns a fact of another day, and its sources.' }) }, 86_400_000)
