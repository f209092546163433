import { readdir } from 'node:fs/promises'

export async function listNotes(): Promise<string[]> {
  const entries = await readdir('/var/lib/notes', { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
