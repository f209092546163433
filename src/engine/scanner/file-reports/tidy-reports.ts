import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { unfinishedSuffix } from '../../advisories/file-store/atomic-file.ts'

export const reportSuffix = '.report'

const dayMs = 24 * 60 * 60_000
const maxAgeMs = 30 * dayMs
const maxBytes = 64 * 1024 * 1024

/**
 * Removes old reports and files left behind by killed processes. If the remaining files exceed the limit, also removes
 * the oldest of them.
 */
export function tidyReports(folder: string, now: Date): void {
  const files = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() ? [{ name, path, bytes: stat.size, ageMs: now.getTime() - stat.mtimeMs }] : []
  })
  for (const { path, name, ageMs } of files)
    if (name.endsWith(unfinishedSuffix) && ageMs > dayMs) rmSync(path, { force: true })
  let bytes = 0
  for (const file of files.filter(({ name }) => name.endsWith(reportSuffix)).sort((a, b) => a.ageMs - b.ageMs)) {
    bytes += file.bytes
    if (bytes > maxBytes || file.ageMs > maxAgeMs) rmSync(file.path, { force: true })
  }
}
