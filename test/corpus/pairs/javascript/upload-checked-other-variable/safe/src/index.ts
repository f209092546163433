import fs from 'node:fs'
import path from 'node:path'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const STORE = path.join(process.cwd(), 'snippets')
fs.mkdirSync(STORE, { recursive: true })

function plainName(name: string): string {
  return path.basename(name).replace(/[^\w.-]/g, '_').replace(/^\.+/, '_')
}

const server = new McpServer({ name: 'snippet-store', version: '0.2.7' })

server.tool(
  'save_snippet',
  'Saves a snippet below the given name',
  { name: z.string().min(1), code: z.string() },
  async ({ name, code }) => {
    name = plainName(name)
    if (name.length > 100) {
      throw new Error('The name is too long')
    }
    const file = path.join(STORE, name)
    fs.writeFileSync(file, code, 'utf8')
    return { content: [{ type: 'text', text: `Saved ${path.basename(file)}` }] }
  },
)

server.tool('list_snippets', {}, async () => ({
  content: [{ type: 'text', text: fs.readdirSync(STORE).join('\n') }],
}))

const transport = new StdioServerTransport()
await server.connect(transport)
