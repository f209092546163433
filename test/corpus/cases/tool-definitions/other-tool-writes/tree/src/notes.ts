import { readFile, writeFile } from 'node:fs/promises'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

const file = '/srv/notes/notes.txt'

export function registerNotes(server: McpServer): void {
  server.registerTool('read_notes', { description: 'Reads the notes.', inputSchema: {}, annotations: { readOnlyHint: true } },
    async () => ({ content: [{ type: 'text', text: await readFile(file, 'utf8') }] }))

  server.registerTool('replace_notes', { description: 'Replaces the notes.', inputSchema: { text: z.string().max(10_000) }, annotations: { readOnlyHint: false } },
    async ({ text }) => {
      await writeFile(file, text)
      return { content: [{ type: 'text', text: 'written' }] }
    })
}
