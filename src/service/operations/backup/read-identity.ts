import { readFileSync } from 'node:fs'
import { BackupError } from './backup-error.ts'

/**
 * Reads the identity from a file in age format, in which lines that start with `#` are comments. Throws a BackupError
 * that never contains the file's content.
 */
export function readIdentity(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new BackupError(`Assay cannot read the identity file: ${(error as Error).message}`, { cause: error })
  }
  const found = text
    .split('\n')
    .flatMap((line) => (line.startsWith('#') ? [] : (/AGE-SECRET-KEY-1[A-Z0-9]{20,200}/.exec(line)?.[0] ?? [])))
  if (found[0] === undefined)
    throw new BackupError(
      `The file ${file} contains no age identity (AGE-SECRET-KEY-1…). Name the file with the identity that ` +
        '"assay backup key" printed.',
    )
  return found[0]
}
