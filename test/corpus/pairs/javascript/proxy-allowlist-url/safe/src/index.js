import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const origins = new Set(['https://api.example', 'https://files.example'])

const allowed = (text) => {
  try {
    return origins.has(new URL(text).origin)
  } catch {
    return false
  }
}

const server = new McpServer({ name: 'proxy', version: '1.0.0' })
server.registerTool('proxy', { description: 'proxy', inputSchema: { url: z.string() } }, async ({ url }) => {
  if (!allowed(url)) return { isError: true, content: [{ type: 'text', text: 'not allowed' }] }
  const response = await fetch(url, { redirect: 'manual' })
  return { content: [{ type: 'text', text: await response.text() }] }
})

await server.connect(new StdioServerTransport())
