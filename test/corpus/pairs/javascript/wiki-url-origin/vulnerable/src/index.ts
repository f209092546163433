import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import axios from 'axios'
import { z } from 'zod'

const base = new URL(process.env.WIKI_URL ?? 'https://wiki.example/')

function addressOf(page: string): string {
  const address = new URL(page, base)
  return address.toString()
}

const server = new McpServer({ name: 'wiki', version: '3.0.0' })

server.registerTool('read_page', { description: 'Reads a page', inputSchema: { page: z.string() } }, async ({ page }) => {
  const { data } = await axios.get<string>(addressOf(page), { responseType: 'text', maxRedirects: 0, timeout: 10_000 })
  return { content: [{ type: 'text', text: data }] }
})

await server.connect(new StdioServerTransport())
