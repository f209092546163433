import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the advisories are read from that we judge by: `OSV_URL`, or the files beside the project. */
export const osvUrl = process.env['OSV_URL'] ?? new URL('../../../../shared/osv', import.meta.url).href
/** Of the tree `old-dependencies`. */
export const ecosystems = ['npm', 'PyPI'] as const

/**
 * Lays our advisories where osv-scanner looks for its own, so that both know the same. Returns its settings; none where
 * ours are not files.
 */
export function osvScannerSettings(folder: string): Readonly<Record<string, string>> {
  if (!osvUrl.startsWith('file:')) return {}
  for (const ecosystem of ecosystems) {
    mkdirSync(join(folder, 'osv-scanner', ecosystem), { recursive: true })
    // It follows no links.
    copyFileSync(join(fileURLToPath(osvUrl), ecosystem, 'all.zip'), join(folder, 'osv-scanner', ecosystem, 'all.zip'))
  }
  return { OSV_SCANNER_LOCAL_DB_CACHE_DIRECTORY: folder }
}
