import { hash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { replaceFile } from '../../advisories/file-store/atomic-file.ts'
import type { Log } from '../../model/log.ts'
import { ScanReport } from '../../model/scan-report.ts'
import type { NpmTarget, PypiTarget } from '../../model/target.ts'
import { engineVersion } from '../engine-version.ts'
import { reportSuffix, tidyReports } from './tidy-reports.ts'

/** Registry package, with or without a version. */
export type PackageTarget = NpmTarget | PypiTarget

/** Report from an earlier scan, with the time when that scan ended. */
export interface StoredReport {
  readonly report: ScanReport
  readonly scannedAt: Date
}

/** Cache of package reports for later requests for the same version. An unreadable report counts as missing. */
export interface ReportCache {
  /** Returns the version that a target resolved to recently, if known. */
  versionOf(target: PackageTarget): string | undefined
  /** Stores the version that a target resolves to now. */
  keepVersion(target: PackageTarget, version: string): void
  /** Returns the stored report of a package version, if it comes from this engine version. */
  find(target: PackageTarget, version: string): StoredReport | undefined
  keep(target: PackageTarget, version: string, stored: StoredReport): void
}

/**
 * How long a resolved version is reused. A range or a tag such as `latest` can resolve to a different version after a
 * release.
 */
const maxVersionAgeMs = 60 * 60_000

const moment = z.iso.datetime().transform((text) => new Date(text))
const KeptReport = z.object({ scannedAt: moment, report: ScanReport })
const KeptVersion = z.object({ keptAt: moment, version: z.string() })

export interface FileReportsOptions {
  /** Absolute path of a folder used only by this module. Storing the first report creates the folder. */
  readonly folder: string
  /** Registry URLs, because the same name denotes different packages in different registries. */
  readonly registries: readonly string[]
  readonly log: Pick<Log, 'warn'>
  /** Engine version. Defaults to the current one. */
  readonly version?: string
  readonly now?: () => Date
}

/**
 * Opens the reports in a folder. Each report is one compressed file with its own checksum. Files are replaced
 * atomically, so no process sees an incomplete report.
 */
export function openFileReports({
  folder,
  registries,
  log,
  version: engine = engineVersion(),
  now = () => new Date(),
}: FileReportsOptions): ReportCache {
  let isWritable = true
  let isTidy = false

  function pathOf(kind: 'report' | 'version', parts: readonly unknown[]): string {
    return join(folder, `${hash('sha256', JSON.stringify([kind, engine, registries, ...parts]))}${reportSuffix}`)
  }

  /** Ignores write errors, because a full disk or a read-only folder must not end a scan. */
  function write(path: string, value: object): void {
    if (!isWritable) return
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      replaceFile(path, gzipSync(JSON.stringify(value), { level: 1 }))
      if (!isTidy) tidyReports(folder, now())
      isTidy = true
    } catch (error) {
      isWritable = false
      log.warn({ error: error instanceof Error ? error.message : String(error) }, 'report not stored')
    }
  }

  return {
    versionOf(target) {
      const kept = read(pathOf('version', [target]), KeptVersion)
      if (!kept) return undefined
      const isExact = kept.version === (target.type === 'npm' ? target.selector : target.version)
      return isExact || now().getTime() - kept.keptAt.getTime() < maxVersionAgeMs ? kept.version : undefined
    },
    keepVersion(target, version) {
      write(pathOf('version', [target]), { keptAt: now(), version })
    },
    find({ type, name }, version) {
      return read(pathOf('report', [type, name, version]), KeptReport)
    },
    keep({ type, name }, version, stored) {
      write(pathOf('report', [type, name, version]), stored)
    },
  }
}

function read<Shape extends z.ZodType>(path: string, shape: Shape): z.output<Shape> | undefined {
  try {
    return shape.safeParse(JSON.parse(gunzipSync(readFileSync(path)).toString('utf8'))).data
  } catch {
    return undefined
  }
}
