import { readFile } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const folder = resolve(process.env.SONGS ?? 'songs')

type Handler = (path: string) => Promise<string>

const guarded = (handler: Handler): Handler => async (path) => {
  const full = resolve(folder, path)
  if (!full.startsWith(folder + sep)) throw new Error('outside')
  return handler(full)
}

const read = guarded(async (path) => readFile(path, 'utf8'))

const server = new McpServer({ name: 'song', version: '1.0.0' })
server.registerTool('song', { description: 'song', inputSchema: { path: z.string() } }, async ({ path }) => {
  return { content: [{ type: 'text', text: await read(path) }] }
})

await server.connect(new StdioServerTransport())
