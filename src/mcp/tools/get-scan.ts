import { z } from 'zod'
import { answerOfScan, scanShape } from '../scan-answer.ts'
import { defineTool } from '../tool.ts'
import { maxFindings, scanId, waitSeconds } from '../tool-inputs.ts'
import { notice } from '../untrusted.ts'

export const getScan = defineTool({
  name: 'get_scan',
  title: 'Get a scan',
  description: 'Returns the progress or the result of a scan that another tool started.',
  input: z.strictObject({ scanId, waitSeconds: waitSeconds(20), maxFindings }),
  output: z.object({ notice, target: z.string(), ...scanShape }),
  isOpenWorld: false,
  permissions: ['scans:read'],
  async run(host, { scanId: id, waitSeconds: seconds, maxFindings: count }, call) {
    const scan = await host.waitFor(id, { ...call, seconds })
    return { target: scan.target, ...answerOfScan(scan, count) }
  },
})
