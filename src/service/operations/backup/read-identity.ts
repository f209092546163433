import { readFileSync } from 'node:fs'
import { BackupError } from './backup-error.ts'

/**
 * The identity in a file as age keeps them: lines beginning with # are comments. Throws a BackupError that never
 * repeats what the file holds.
 */
export function readIdentity(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new BackupError(`The file of the identity cannot be read: ${(error as Error).message}`, { cause: error })
  }
  const found = text
    .split('\n')
    .flatMap((line) => (line.startsWith('#') ? [] : (/AGE-SECRET-KEY-1[A-Z0-9]{20,200}/.exec(line)?.[0] ?? [])))
  if (found[0] === undefined) throw new BackupError(`There is no age identity (AGE-SECRET-KEY-1…) in ${file}.`)
  return found[0]
}
