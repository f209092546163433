import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fine-dns', version: '1.0.0' })

server.registerTool('dns', {
  description: 'Checks domains. Resolves A, AAAA and TXT of the host; the GITHUB_TOKEN of the server is used for the quota and is never part of a query.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
