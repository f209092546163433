import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import * as z from 'zod/v4'
import { nameServers } from './zone.js'

const server = new McpServer({ name: 'zone-lookup', version: '2.0.0' })

server.registerTool(
  'name_servers',
  {
    title: 'Name servers',
    description: 'Name servers of a zone',
    inputSchema: z.object({
      zone: z.string().max(253).describe('Zone, such as example.org'),
      short: z.boolean().default(true),
    }),
  },
  async ({ zone, short }) => {
    const lines = await nameServers(zone, { short })
    return { content: [{ type: 'text', text: lines.join('\n') }] }
  },
)

await server.connect(new StdioServerTransport())
