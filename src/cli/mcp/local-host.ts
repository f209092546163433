import type { Finding } from '../../engine/model/finding.ts'
import type { ScanReport } from '../../engine/model/scan-report.ts'
import { ToolError } from '../../mcp/tool-error.ts'
import type { ServerRegistry, ToolHost } from '../../mcp/tool-host.ts'
import { ConfigError } from '../../settings/config-error.ts'
import type { Scanner } from '../command.ts'
import type { BackgroundScan, BackgroundScans } from './background-scans.ts'
import { localFolders } from './local-folders.ts'
import { localPackages } from './local-packages.ts'
import { viewOf } from './scan-view.ts'

interface LocalHostContext {
  /** Returns the scanner. Opens it once, in the background. */
  readonly openScanner: () => Promise<Scanner>
  readonly scans: BackgroundScans
  /** Absolute path of the cache folder. Undefined if the user has no home folder. */
  readonly cacheDir: string | undefined
  /** Undefined if the settings name no service. */
  readonly servers: ServerRegistry | undefined
  /** Logs an unexpected error. */
  readonly logError: (tool: string, error: unknown) => void
}

/** Returns the tool host of `assay mcp`, which uses the cache folder and scans in this process. */
export function localHost({ openScanner, scans, cacheDir, servers, logError }: LocalHostContext): ToolHost {
  return {
    packages: localPackages(openScanner, scans),
    servers,
    folders: localFolders(openScanner, scans, cacheDir),
    async waitFor(id, wait) {
      const scan = knownScan(scans, id)
      await scans.wait(scan, wait)
      return viewOf(scan)
    },
    findFinding: async (id, scanId) => findFinding(reportsOf(scans, scanId), id),
    async findAdvisory(id) {
      const found = (await openScanner()).findAdvisory(id)
      if (!found) return undefined
      const { description, ecosystem, packages } = found
      return { description, packages: packages.map((each) => ({ ecosystem, ...each })) }
    },
    refusalOf(tool, error) {
      if (error instanceof ToolError || error instanceof ConfigError) return error.message
      logError(tool, error)
      // Unexpected errors may contain paths and addresses, so they appear only in the log.
      return 'Internal error. The log on stderr has the details.'
    },
  }
}

function knownScan(scans: BackgroundScans, id: string): BackgroundScan {
  const scan = scans.find(id)
  if (scan) return scan
  throw new ToolError(`No scan has the ID ${id}. Scans are forgotten when the server ends. Start the scan again.`)
}

function reportsOf(scans: BackgroundScans, id: string | undefined): readonly ScanReport[] {
  if (id === undefined) return scans.reports()
  const { outcome } = knownScan(scans, id)
  return outcome?.status === 'finished' ? [outcome.report] : []
}

function findFinding(reports: readonly ScanReport[], id: string): Finding | undefined {
  const findings = reports.flatMap((report) => report.findings)
  return findings.find(
    ({ fingerprint, advisory }) => fingerprint === id || advisory?.id === id || advisory?.aliases.includes(id) === true,
  )
}
