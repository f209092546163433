import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'weather', version: '1.0.0' })

server.registerTool('get_weather', {
  description: 'Weather of a city.',
  inputSchema: {
    city: z.string().max(80).describe('Name of the city'),
    history_days: z.number().int().max(7).optional().describe('Days of history beside the forecast'),
  },
}, async ({ city }) => ({ content: [{ type: 'text', text: `${city}: 12 °C` }] }))
