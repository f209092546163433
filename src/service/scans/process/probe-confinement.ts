import { execFile } from 'node:child_process'
import { canFilterSystemCalls } from '../../../engine/isolation/kernel/confine-process.ts'
import { confinedNodeProgram, type ProgramFolders } from '../../../engine/isolation/programs/node-program.ts'

/** How long the probe may take to start on an overloaded machine. */
const startTimeoutMs = 30_000

/** Program that succeeds only if it cannot list the folder in its first argument. */
const probe = `
try {
  require('node:fs').readdirSync(process.argv[1])
} catch ({ code }) {
  process.exit(code === 'EACCES' ? 0 : 2)
}
process.exit(1)
`

/**
 * Reports whether the kernel can restrict the files of the scan process on this machine. Starts a process, in about 100
 * ms of CPU time.
 */
export function canConfineScanProcess(folders: ProgramFolders): Promise<boolean> {
  if (!canFilterSystemCalls()) return Promise.resolve(false)
  const [command = '', ...words] = confinedNodeProgram(['-e', probe, folders.secretFolder], folders)
  const options = { env: { PATH: folders.pathFolders.join(':') }, cwd: '/', timeout: startTimeoutMs }
  return new Promise((resolve) => {
    // The launcher expects the socket of a scan process at descriptor 3.
    execFile('/bin/sh', ['-c', 'exec "$@" 3</dev/null', 'assay', command, ...words], options, (error) =>
      resolve(error === null),
    )
  })
}
