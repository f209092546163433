import { z } from 'zod'
import { answerOfScan, scanShape } from '../scan-answer.ts'
import { defineTool } from '../tool.ts'
import { ToolError } from '../tool-error.ts'
import { maxFindings, scanId, waitSeconds } from '../tool-inputs.ts'
import { notice } from '../untrusted.ts'

export const getScan = defineTool({
  name: 'get_scan',
  title: 'Get a scan',
  description: 'Returns the progress or the result of a scan that check_package or scan_folder started.',
  input: z.strictObject({ scanId, waitSeconds: waitSeconds(20), maxFindings }),
  output: z.object({ notice, target: z.string(), ...scanShape }),
  isOpenWorld: false,
  async run({ scans }, { scanId: id, waitSeconds: seconds, maxFindings: count }, { signal, onProgress }) {
    const scan = scans.find(id)
    if (!scan)
      throw new ToolError(`No scan has the ID ${id}. Scans are forgotten when the server ends. Start the scan again.`)
    await scans.wait(scan, { seconds, signal, onProgress })
    return { target: scan.target, ...answerOfScan(scan, count) }
  },
})
