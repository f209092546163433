import { readFileSync } from 'node:fs'

/**
 * Settings that hold a secret: each may be set by a file that holds it, named by `<setting>_FILE`, as container
 * platforms mount them.
 */
export const secretSettings = [
  'ASSAY_KEY_PEPPERS',
  'ASSAY_SECRET',
  'DATABASE_URL',
  'GITHUB_CLIENT_SECRET',
  'GITHUB_TOKEN',
  'PRIVATE_KEY',
  'WEBHOOK_SECRET',
] as const

type Settings = Readonly<Record<string, string | undefined>>

/**
 * The settings with secrets in the place of the files that hold them, and what is wrong with those. The contents are
 * never repeated.
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
      problems.push(`${name}: should not be set together with ${name}_FILE`)
      continue
    }
    try {
      read[name] = readFileSync(file, 'utf8').trim()
      if (read[name] === '') problems.push(`${name}_FILE: should name a file that is not empty`)
    } catch {
      problems.push(`${name}_FILE: should name a readable file`)
    }
  }
  return { settings: { ...settings, ...read }, problems }
}
