import { readFile, writeFile } from 'node:fs/promises'

const FILE = '.env'

export async function setVariable(name: string, value: string): Promise<void> {
  if (/[\u0000-\u001f\u007f'\\$]/.test(value)) {
    throw new Error('The value holds characters that a setting cannot have')
  }
  const before = await readFile(FILE, 'utf8').catch(() => '')
  const lines = before.split('\n').filter((line) => line !== '' && !line.startsWith(`${name}=`))
  lines.push(`${name}='${value}'`)
  await writeFile(FILE, lines.join('\n') + '\n', { mode: 0o600 })
}
