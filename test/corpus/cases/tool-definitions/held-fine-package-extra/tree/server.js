import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'package-extra', version: '1.0.0' })

server.registerTool('package_extra', {
  description: 'Searches packages. The answer has the command that adds a package to the dependencies; nothing is installed.',
  inputSchema: { text: z.string() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
