import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { ScanReport } from '../../../engine/model/scan-report.ts'
import { scanOnce } from '../../../engine/scanner/scan-once.ts'
import { folderArgument } from '../../../engine/sources/folder/folder-argument.ts'
import { trustedCacheFolder } from '../../../settings/cache-folder.ts'
import { pathInRoots } from '../roots.ts'
import { answerOfScan, scanShape } from '../scan-answer.ts'
import { defineTool } from '../tool.ts'
import { ToolError } from '../tool-error.ts'
import { maxFindings, waitSeconds } from '../tool-inputs.ts'
import { notice } from '../untrusted.ts'

export const scanFolder = defineTool({
  name: 'scan_folder',
  title: 'Scan a folder',
  description:
    'Scans a local folder, or a file such as a lockfile, for security problems. The path must be inside a root of ' +
    'the client. Never runs the code. Looks up dependencies in package registries, and uploads no files.',
  input: z.strictObject({
    path: z.string().min(1).max(4_096).describe('Absolute path, or a path relative to the only root.'),
    waitSeconds: waitSeconds(45),
    maxFindings,
  }),
  output: z.object({ notice, path: z.string(), ...scanShape }),
  isOpenWorld: true,
  needsRoots: true,
  async run(context, { path: given, waitSeconds: seconds, maxFindings: count }, { signal, onProgress, roots }) {
    const path = pathInRoots(given, roots)
    const argument = folderArgument(path, path)
    if (argument === undefined || 'problem' in argument)
      throw new ToolError(argument?.problem ?? 'The path does not exist. Check the path.')
    trustedCacheFolder(context.cacheDir, [path])
    const { scanContext } = await context.scanner()
    const scan = context.scans.start(`folder:${path}`, path, async (call) => {
      const report = await scanOnce(scanContext, { url: path, target: argument.target, ...call })
      return isOf(report, path) ? report : replaced(path)
    })
    await context.scans.wait(scan, { seconds, signal, onProgress })
    return { path, ...answerOfScan(scan, count) }
  },
})

/** Whether the scan read the path that was checked. A link that replaced it after the check could lead elsewhere. */
function isOf({ source }: ScanReport, path: string): boolean {
  return source === undefined || source.canonicalUrl === pathToFileURL(path).href
}

function replaced(path: string): ScanReport {
  const message = 'The path was replaced by a link while the scan started. Scan it again.'
  return { target: path, verdict: 'error', findings: [], error: { code: 'SOURCE_FORBIDDEN', message } }
}
