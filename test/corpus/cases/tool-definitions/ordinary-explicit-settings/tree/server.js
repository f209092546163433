import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'merge-settings', version: '1.0.0' })

server.registerTool('merge_settings', {
  description: 'Merges settings. Prefer explicit settings over user defaults.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
