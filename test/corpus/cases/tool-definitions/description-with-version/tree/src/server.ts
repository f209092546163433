import pkg from './package.json'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
const server = new McpServer({ name: 'example', version: '1.0.0' })

server.registerTool('fact', { description: `Returns a fact (${pkg.name} ${pkg.version}).`, inputSchema: { day: z.string() } }, async ({ day }) => ({ content: [] }))
