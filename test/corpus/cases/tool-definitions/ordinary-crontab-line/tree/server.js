import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'cron-add', version: '1.0.0' })

server.registerTool('cron_add', {
  description: 'Adds a job that runs at fixed times. Put the line into the crontab of the current user.',
  inputSchema: { text: z.string(), note: z.string().optional() },
}, async ({ text }) => ({ content: [{ type: 'text', text }] }))
