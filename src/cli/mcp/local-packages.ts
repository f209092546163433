import { scanOnce } from '../../engine/scanner/scan-once.ts'
import { packageNaming } from '../../engine/sources/package-naming.ts'
import { resolvePackage, withVersion } from '../../mcp/resolve-package.ts'
import type { PackageChecks, PackageTarget } from '../../mcp/tool-host.ts'
import type { Scanner } from '../command.ts'
import type { BackgroundScans } from './background-scans.ts'
import { resultOf } from './scan-view.ts'

/** Checks packages against the cache folder, and scans them in this process. */
export function localPackages(openScanner: () => Promise<Scanner>, scans: BackgroundScans): PackageChecks {
  return {
    async resolve(target, signal) {
      const { reports, scanContext } = await openScanner()
      const known = reports.versionOf(target)
      if (known !== undefined) return { version: known }
      const resolved = await resolvePackage(scanContext.sources, target, signal)
      if (resolved.facts && resolved.version !== undefined) reports.keepVersion(target, resolved.version)
      return resolved
    },
    async openAdvisories() {
      return (await openScanner()).openStoredAdvisories()
    },
    async find(target, version) {
      const stored = (await openScanner()).reports.find(target, version)
      if (!stored) return []
      const result = resultOf(stored)
      return [{ ...result, scanId: scans.adopt(stored.report.target, stored).id, load: async () => result }]
    },
    async start(target, version) {
      return started(scans, await openScanner(), target, version)
    },
  }
}

/** Starts a scan of the version and stores its report. Updates the advisories in parallel. */
function started(
  scans: BackgroundScans,
  { scanContext, reports }: Scanner,
  target: PackageTarget,
  version: string | undefined,
) {
  const exact = version === undefined ? target : withVersion(target, version)
  const shown = nameOf(exact)
  // The scan retries a failed update. If that fails too, the scan has a coverage gap.
  scanContext.advisories.ready(packageNaming[exact.type].ecosystem, new AbortController().signal).catch(() => {})
  return scans.start(`${exact.type}:${shown}`, shown, async ({ signal, report }) => {
    const done = await scanOnce(scanContext, { url: shown, target: exact, report, signal })
    if (!done.error && done.source) {
      reports.keepVersion(target, done.source.revision)
      reports.keep(target, done.source.revision, { report: done, scannedAt: new Date() })
    }
    return done
  })
}

function nameOf(target: PackageTarget): string {
  if (target.type === 'npm') return `${target.name}@${target.selector}`
  return target.version === undefined ? target.name : `${target.name}==${target.version}`
}
