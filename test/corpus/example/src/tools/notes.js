import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'

const root = resolve('notes')

export function registerNotes(server) {
  server.registerTool(
    'read_note',
    { description: 'Returns the text of a note.', inputSchema: { name: z.string() } },
    async ({ name }) => {
      const path = resolve(root, name)
      if (!path.startsWith(root)) throw new Error('This note is outside of the folder.')
      return { content: [{ type: 'text', text: await readFile(path, 'utf8') }] }
    },
  )
}
