import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
const server = new McpServer({ name: 'example', version: '1.0.0' })

const issues = [{ name: 'one', description: 'First issue' }]
server.registerTool('describe', { description: 'Sets the description of an issue.', inputSchema: { text: z.string() } }, async ({ text }) => { issues[0].description = text; return { content: [] } })
