import { execFile } from 'node:child_process'
import { canFilterSystemCalls } from '../../../engine/isolation/kernel/confine-process.ts'
import {
  confinedFetcher,
  confinedScanProcess,
  type ProgramFolders,
} from '../../../engine/isolation/programs/node-program.ts'

/** How long a probe may take to start on an overloaded machine. */
const startTimeoutMs = 30_000

/** Scan processes have other marks. */
const probeMark = 1

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
 * Reports whether the kernel can restrict the files and the network of the scan process and of the fetcher on this
 * machine. Starts two processes, in about 200 ms of CPU time.
 */
export async function canConfineScanProcess(folders: ProgramFolders): Promise<boolean> {
  if (!canFilterSystemCalls()) return false
  const words = ['-e', probe, folders.secretFolder]
  const path = folders.pathFolders.join(':')
  const scanProcess = confinedScanProcess(words, folders, probeMark)
  return (await succeeds(scanProcess, path)) && succeeds(confinedFetcher(words, folders), path)
}

function succeeds([command = '', ...words]: readonly string[], path: string): Promise<boolean> {
  const options = { env: { PATH: path }, cwd: '/', timeout: startTimeoutMs }
  return new Promise((resolve) => {
    // The launcher expects the sockets of these processes at descriptors 3 and 4.
    execFile('/bin/sh', ['-c', 'exec "$@" 3</dev/null 4</dev/null', 'assay', command, ...words], options, (error) =>
      resolve(error === null),
    )
  })
}
