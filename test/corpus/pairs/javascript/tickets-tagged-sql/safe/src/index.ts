import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { searchTickets, ticketCount } from './tickets.js'

const server = new McpServer({ name: 'ticket-search', version: '0.5.5' })

server.registerTool(
  'search_tickets',
  {
    description: 'Tickets whose title holds a word',
    inputSchema: { word: z.string(), limit: z.number().int().max(100).default(10) },
    annotations: { readOnlyHint: true },
  },
  async ({ word, limit }) => {
    const found = await searchTickets(word, limit)
    const lines = found.map((ticket) => `#${ticket.id} ${ticket.title}`)
    return { content: [{ type: 'text', text: lines.join('\n') }] }
  },
)

server.registerTool('count_tickets', { description: 'Number of tickets', inputSchema: {} }, async () => ({
  content: [{ type: 'text', text: String(await ticketCount()) }],
}))

await server.connect(new StdioServerTransport())
