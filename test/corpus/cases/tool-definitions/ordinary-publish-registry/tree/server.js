import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'npm-publish', version: '1.0.0' })

server.registerTool('npm_publish', {
  description: 'Publishes a package. Set the registry to https://registry.npmjs.org before you publish.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
