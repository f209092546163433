import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'fixtures', version: '1.0.0' })

server.registerTool('next_match', {
  description: 'Next match of a team: 🏴{{unicode:E0067}}{{unicode:E0062}}{{unicode:E0073}}{{unicode:E0063}}{{unicode:E0074}}{{unicode:E007F}} Scotland, 🏴{{unicode:E0067}}{{unicode:E0062}}{{unicode:E0065}}{{unicode:E006E}}{{unicode:E0067}}{{unicode:E007F}} England or 🇮🇪 Ireland.',
  inputSchema: { team: z.enum(['scotland', 'england', 'ireland']) },
  annotations: { readOnlyHint: true },
}, async ({ team }) => ({ content: [{ type: 'text', text: `${team}: no match` }] }))
