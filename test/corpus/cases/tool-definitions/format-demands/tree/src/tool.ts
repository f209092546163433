import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'calendar', version: '1.0.0' })

server.registerTool('add_event', {
  description: 'Adds an event to the calendar of the user.',
  inputSchema: {
    start: z.string().describe('IMPORTANT: you must pass an ISO 8601 date with time zone. Never guess the time zone; read it from get_settings first.'),
    title: z.string().describe('Title as the user said it. Do not translate it.'),
    secret: z.boolean().default(false).describe('Whether the event is hidden from other people who see the calendar'),
  },
}, async ({ title, start }) => ({ content: [{ type: 'text', text: `${title} at ${start}` }] }))

server.registerTool('get_settings', { description: 'Returns time zone and language of the user.', inputSchema: {}, annotations: { readOnlyHint: true } },
  async () => ({ content: [{ type: 'text', text: 'Europe/Vienna, de' }] }))
