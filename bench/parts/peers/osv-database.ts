import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Source of Assay's advisories: `OSV_URL`, or the files next to the project. */
export const osvUrl = process.env['OSV_URL'] ?? new URL('../../../../shared/osv', import.meta.url).href
/** Ecosystems of the tree `old-dependencies`. */
export const ecosystems = ['npm', 'PyPI'] as const

/**
 * Copies Assay's advisories into the layout of osv-scanner, so that both programs use the same. Returns the settings of
 * osv-scanner, or undefined if Assay's advisories are not files.
 */
export function osvScannerSettings(folder: string): Readonly<Record<string, string>> {
  return provideOsvDatabase(folder, ecosystems)
}

/** Copies the advisories of these ecosystems. */
export function provideOsvDatabase(folder: string, ecosystems: readonly string[]): Readonly<Record<string, string>> {
  if (!osvUrl.startsWith('file:')) return {}
  for (const ecosystem of ecosystems) {
    mkdirSync(join(folder, 'osv-scanner', ecosystem), { recursive: true })
    // Copied, because osv-scanner does not follow links.
    copyFileSync(join(fileURLToPath(osvUrl), ecosystem, 'all.zip'), join(folder, 'osv-scanner', ecosystem, 'all.zip'))
  }
  return { OSV_SCANNER_LOCAL_DB_CACHE_DIRECTORY: folder }
}
