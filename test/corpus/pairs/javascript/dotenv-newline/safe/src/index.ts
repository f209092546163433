import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { setVariable } from './env-file.js'

const server = new McpServer({ name: 'env-settings', version: '0.2.1' })

server.tool(
  'set_display_name',
  'Sets the display name of the service',
  { value: z.string().max(200) },
  async ({ value }) => {
    await setVariable('DISPLAY_NAME', value)
    return { content: [{ type: 'text', text: 'Saved. It is read at the next start.' }] }
  },
)

await server.connect(new StdioServerTransport())
