import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

const entries: { day: string; title: string }[] = []

export function calendarServer(): McpServer {
  const server = new McpServer({ name: 'calendar-http', version: '0.4.0' })
  server.tool('add_entry', { day: z.string().date(), title: z.string() }, async (entry) => {
    entries.push(entry)
    return { content: [{ type: 'text', text: `${entries.length} entries` }] }
  })
  server.tool('entries', {}, async () => ({
    content: [{ type: 'text', text: entries.map((entry) => `${entry.day} ${entry.title}`).join('\n') }],
  }))
  return server
}
