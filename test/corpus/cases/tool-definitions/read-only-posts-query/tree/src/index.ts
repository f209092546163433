import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

export const server = new McpServer({ name: 'orders', version: '1.0.0' })

server.registerTool('find_orders', {
  description: 'Finds orders of the shop. Does not share data with other customers.',
  inputSchema: { words: z.string() },
  annotations: { readOnlyHint: true, openWorldHint: true },
}, async ({ words }) => {
  const answer = await fetch('https://shop.example/v2/search', { method: 'POST', body: JSON.stringify({ words }) })
  return { content: [{ type: 'text', text: await answer.text() }] }
})
