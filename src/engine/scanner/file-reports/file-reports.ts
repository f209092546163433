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

/** A package of a registry, with or without a version. */
export type PackageTarget = NpmTarget | PypiTarget

/** The report of an earlier scan, and when that scan finished. */
export interface StoredReport {
  readonly report: ScanReport
  readonly scannedAt: Date
}

/** Whole reports of packages, for later questions about the same version. Every failure to read one is an absence. */
export interface ReportCache {
  /** Returns the version that a target meant not long ago. */
  versionOf(target: PackageTarget): string | undefined
  /** Stores the version that a target means now. */
  keepVersion(target: PackageTarget, version: string): void
  /** Returns the report of this engine about a version of the package. */
  find(target: PackageTarget, version: string): StoredReport | undefined
  keep(target: PackageTarget, version: string, stored: StoredReport): void
}

/** A range or a tag such as `latest` means another version after a release. */
const maxVersionAgeMs = 60 * 60_000

const moment = z.iso.datetime().transform((text) => new Date(text))
const KeptReport = z.object({ scannedAt: moment, report: ScanReport })
const KeptVersion = z.object({ keptAt: moment, version: z.string() })

export interface FileReportsOptions {
  /** Absolute path of a folder that only this module uses. Created with the first report. */
  readonly folder: string
  /** Addresses of the registries. The same name is another package in another registry. */
  readonly registries: readonly string[]
  readonly log: Pick<Log, 'warn'>
  /** Defaults to the version of the engine. */
  readonly version?: string
  readonly now?: () => Date
}

/**
 * Opens the reports in a folder: one compressed file for each, which carries its own checksum. A file is replaced at
 * once, so that two processes never see a part of it.
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

  /** A full disk or a read-only folder must not end a scan. */
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
