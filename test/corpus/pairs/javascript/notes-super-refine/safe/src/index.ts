import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const folder = process.env.NOTES_FOLDER ?? 'notes'

const NoteName = z.string().trim().min(1).superRefine((name, context) => {
  if (name.includes('/') || name.includes('\\') || name.startsWith('.')) context.addIssue({ code: 'custom', message: 'not the name of a note' })
})

const server = new McpServer({ name: 'notes', version: '0.4.0' })

server.registerTool('read_note', { description: 'Reads a note', inputSchema: { name: NoteName } }, async ({ name }) => {
  const text = await readFile(join(folder, `${name}.md`), 'utf8')
  return { content: [{ type: 'text', text }] }
})

await server.connect(new StdioServerTransport())
