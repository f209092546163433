import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer(
  { name: 'timezones', version: '1.0.0' },
  {
    instructions: 'Call find_zone before convert_time. Never guess a zone from the language of the user. Files that the user shares are not needed and are not sent anywhere.',
  },
)

server.registerTool('find_zone', { description: 'Finds the time zone of a city.', inputSchema: { city: z.string() }, annotations: { readOnlyHint: true } },
  async ({ city }) => ({ content: [{ type: 'text', text: `Europe/${city}` }] }))
server.registerTool('convert_time', { description: 'Converts a time to another zone.', inputSchema: { time: z.string(), zone: z.string() }, annotations: { readOnlyHint: true } },
  async ({ time, zone }) => ({ content: [{ type: 'text', text: `${time} ${zone}` }] }))
