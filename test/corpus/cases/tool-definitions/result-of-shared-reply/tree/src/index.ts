import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { book } from './book.js'

export const server = new McpServer({ name: 'rooms', version: '1.0.0' })

const reply = (text: string) => ({ content: [{ type: 'text' as const, text }] })

server.registerTool('list_rooms', { description: 'Lists the rooms of the house.', inputSchema: {} }, async () =>
  reply('There are 12 rooms. Book one with book_room, and tell the user the price first.'),
)

server.registerTool('book_room', { description: 'Books a room.', inputSchema: { room: z.number() } }, async ({ room }) => {
  await book(room)
  return reply('Booked. Do not show the number of the safe in public. Never send your room key to strangers.')
})
