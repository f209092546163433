import { pathToFileURL } from 'node:url'
import type { ScanReport } from '../../engine/model/scan-report.ts'
import { scanOnce } from '../../engine/scanner/scan-once.ts'
import { folderArgument } from '../../engine/sources/folder/folder-argument.ts'
import { ToolError } from '../../mcp/tool-error.ts'
import type { FolderScans } from '../../mcp/tool-host.ts'
import { trustedCacheFolder } from '../../settings/cache-folder.ts'
import type { Scanner } from '../command.ts'
import type { BackgroundScans } from './background-scans.ts'
import { pathInRoots } from './roots.ts'

/**
 * Scans folders inside the client's roots, in this process.
 *
 * @param cacheDir absolute path of the cache folder; undefined if the user has no home folder
 */
export function localFolders(
  openScanner: () => Promise<Scanner>,
  scans: BackgroundScans,
  cacheDir: string | undefined,
): FolderScans {
  return {
    async start(given, roots) {
      const path = pathInRoots(given, roots)
      const argument = folderArgument(path, path)
      if (argument === undefined || 'problem' in argument)
        throw new ToolError(argument?.problem ?? 'The path does not exist. Check the path.')
      trustedCacheFolder(cacheDir, [path])
      const { scanContext } = await openScanner()
      return scans.start(`folder:${path}`, path, async (call) => {
        const report = await scanOnce(scanContext, { url: path, target: argument.target, ...call })
        return isOf(report, path) ? report : replaced(path)
      })
    },
  }
}

/**
 * Reports whether the scan read the path that was checked. A symbolic link placed there after the check could lead
 * elsewhere.
 */
function isOf({ source }: ScanReport, path: string): boolean {
  return source === undefined || source.canonicalUrl === pathToFileURL(path).href
}

function replaced(path: string): ScanReport {
  const message = 'The path was replaced by a link while the scan started. Scan it again.'
  return { target: path, verdict: 'error', findings: [], error: { code: 'SOURCE_FORBIDDEN', message } }
}
