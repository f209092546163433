import { z } from 'zod'
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
  permissions: [],
  needsRoots: true,
  needs: 'folders',
  async run(host, { path, waitSeconds: seconds, maxFindings: count }, call) {
    if (!host.folders) throw new ToolError('This server scans no folders.')
    const started = await host.folders.start(path, call.roots)
    return { path: started.target, ...answerOfScan(await host.waitFor(started.id, { ...call, seconds }), count) }
  },
})
