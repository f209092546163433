import { appendFile, mkdir } from 'node:fs/promises'

export function journalFor(project: string) {
  const folder = '/var/lib/journal/' + project
  return {
    async add(text: string): Promise<void> {
      await mkdir(folder, { recursive: true })
      await appendFile(folder + '/journal.log', `${new Date().toISOString()} ${text}\n`)
    },
  }
}
