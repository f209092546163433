import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { fetchLayer } from './layers.js'

const server = new McpServer({ name: 'weather-layers', version: '0.3.2' })

server.registerTool(
  'get_layer',
  { description: 'Loads a weather layer by its link', inputSchema: { link: z.string().url() } },
  async ({ link }) => {
    try {
      const layer = await fetchLayer(link)
      return { content: [{ type: 'text', text: JSON.stringify(layer) }] }
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: String(error) }] }
    }
  },
)

await server.connect(new StdioServerTransport())
