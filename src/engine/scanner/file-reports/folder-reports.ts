import { hash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { replaceFile } from '../../advisories/file-store/atomic-file.ts'
import type { Log } from '../../model/log.ts'
import type { ScanReport } from '../../model/scan-report.ts'
import { engineVersion } from '../engine-version.ts'
import { reportSuffix, tidyReports } from './tidy-reports.ts'

/** Report from an earlier scan. */
export interface KeptReport {
  readonly report: ScanReport
  /** Time of the earlier scan, ISO 8601 in UTC. */
  readonly scannedAt: string
}

/** Cache of reports for unchanged folders. The key includes everything that affects a report except the advisories. */
export interface FolderReports {
  /** Returns undefined if the report is missing, damaged, or from a different engine. */
  find(parts: readonly unknown[]): KeptReport | undefined
  keep(parts: readonly unknown[], kept: KeptReport): void
}

/**
 * Opens the reports in a folder that only this user can write to. Each report is one compressed file with its own
 * checksum. Files are replaced atomically, so concurrent or killed scans leave no incomplete files behind.
 *
 * @param settings scanner settings that affect reports
 */
export function openFolderReports({
  folder,
  settings,
  log,
  version = engineVersion(),
}: {
  readonly folder: string
  readonly settings: readonly unknown[]
  readonly log: Pick<Log, 'warn'>
  /** Engine version. Defaults to the current one. */
  readonly version?: string
}): FolderReports {
  const pathOf = (parts: readonly unknown[]) =>
    join(folder, `${hash('sha256', JSON.stringify(['folder', version, settings, ...parts]))}${reportSuffix}`)
  return {
    find(parts) {
      try {
        // Not validated, because the same engine wrote it and gzip has verified the checksum.
        return JSON.parse(gunzipSync(readFileSync(pathOf(parts))).toString('utf8')) as KeptReport
      } catch {
        return undefined
      }
    },
    /** Ignores write errors, because a full disk or a read-only folder must not end a scan. */
    keep(parts, kept) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        replaceFile(pathOf(parts), gzipSync(JSON.stringify(kept), { level: 1 }))
        tidyReports(folder, new Date())
      } catch (error) {
        log.warn({ error: error instanceof Error ? error.message : String(error) }, 'report not stored')
      }
    },
  }
}
