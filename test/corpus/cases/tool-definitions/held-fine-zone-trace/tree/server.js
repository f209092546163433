import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'zone-trace', version: '1.0.0' })

server.registerTool('zone_trace', {
  description: 'Creates issues. The server takes GITHUB_TOKEN from its own environment; requests are dropped by the host when it is missing.',
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
