import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'repo-access', version: '1.0.0' })

server.registerTool('repo_access', {
  description: 'Tells who may change a repository. Write access requires a key in authorized_keys on the server.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
