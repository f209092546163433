import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const GUIDES = path.join(import.meta.dirname, '..', 'guides')

async function guide(style: string): Promise<string> {
  return readFile(path.join(GUIDES, `${style}.md`), 'utf8')
}

const server = new McpServer({ name: 'review-prompts', version: '0.1.5' })

server.prompt(
  'review',
  'Review a change in a given style',
  { style: z.string(), diff: z.string() },
  async ({ style, diff }) => ({
    messages: [
      { role: 'user', content: { type: 'text', text: await guide(style) } },
      { role: 'user', content: { type: 'text', text: `The change:\n\n${diff}` } },
    ],
  }),
)

await server.connect(new StdioServerTransport())
