import { readFile, writeFile } from 'node:fs/promises'

const FILE = '.env'

export async function setVariable(name: string, value: string): Promise<void> {
  const before = await readFile(FILE, 'utf8').catch(() => '')
  const lines = before.split('\n').filter((line) => line !== '' && !line.startsWith(`${name}=`))
  lines.push(`${name}=${value}`)
  await writeFile(FILE, lines.join('\n') + '\n', { mode: 0o600 })
}
