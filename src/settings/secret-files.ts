import { readFileSync } from 'node:fs'

/** Settings that hold a secret. `<setting>_FILE` may name a file with the secret, as container platforms mount it. */
export const secretSettings = [
  'ASSAY_KEY_PEPPERS',
  'ASSAY_SECRET',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'DATABASE_URL',
  'GITHUB_CLIENT_SECRET',
  'GITHUB_TOKEN',
  'PRIVATE_KEY',
  'WEBHOOK_SECRET',
] as const

type Settings = Readonly<Record<string, string | undefined>>

/**
 * Returns the settings, including secrets read from files, and one problem for each unusable file. Problems never
 * include file contents.
 */
export function withSecretsOfFiles(settings: Settings): {
  readonly settings: Settings
  readonly problems: readonly string[]
} {
  const problems: string[] = []
  const read: Record<string, string> = {}
  for (const name of secretSettings) {
    const file = settings[`${name}_FILE`]
    if (file === undefined) continue
    if (settings[name] !== undefined) {
      problems.push(`${name}: ${name}_FILE is also set. Set only one of them.`)
      continue
    }
    try {
      read[name] = readFileSync(file, 'utf8').trim()
      if (read[name] === '') problems.push(`${name}_FILE: The file is empty. Write the secret to the file.`)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
      problems.push(`${name}_FILE: Assay cannot read the file${code}. Check its path and permissions.`)
    }
  }
  return { settings: { ...settings, ...read }, problems }
}
