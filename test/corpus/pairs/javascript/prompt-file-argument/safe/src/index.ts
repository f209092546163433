import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const GUIDES = path.join(import.meta.dirname, '..', 'guides')
const FILES = new Map([
  ['strict', 'strict.md'],
  ['friendly', 'friendly.md'],
])

async function guide(style: string): Promise<string> {
  const file = FILES.get(style)
  if (file === undefined) throw new Error(`No guide for ${style}`)
  return readFile(path.join(GUIDES, file), 'utf8')
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
