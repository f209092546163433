import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { getHeapStatistics } from 'node:v8'
import { maxMark } from '../../../engine/isolation/kernel/process-mark.ts'
import { bundledProgram } from '../../../engine/isolation/built-module.ts'
import {
  confinedFetcher,
  confinedScanProcess,
  type ProgramFolders,
} from '../../../engine/isolation/programs/node-program.ts'
import { certificateVariables } from '../../../settings/scan-environment.ts'
import { confinedArgument } from './fetcher/fetcher-messages.ts'
import { endMarkedProcesses } from './end-marked-processes.ts'
import { scanProcessLimits } from './scan-process-limits.ts'
import { type StartedProcess, startProcess } from './start-process.ts'

/** A scan process with its fetcher. They start and end together. */
export interface StartedPair {
  readonly scanProcess: StartedProcess
  readonly fetcher: StartedProcess
  /** Resolves with a description of the end when both have ended, with all programs that they left. Never rejects. */
  readonly ended: Promise<string>
  kill(): void
}

export interface StartOptions {
  /** Folders that the processes may use. Only the scan process may use its own folder. */
  readonly folders: ProgramFolders
  /** Environment for both processes. Each gets the part that it needs. */
  readonly environment: Readonly<Record<string, string>>
  /** True if the kernel must restrict the files and the network of the processes. */
  readonly isConfined: boolean
  /** Module to run. Defaults to the scan process. */
  readonly module?: URL
  /** Module of the fetcher. Defaults to the fetcher. */
  readonly fetcherModule?: URL
}

/**
 * Starts a scan process without the network, and the fetcher that sends its requests. They share a socket. This
 * process keeps no end of it. Throws if the system cannot create a process.
 */
export function startScanProcess({
  folders,
  environment,
  isConfined,
  module = new URL('scan-process.ts', import.meta.url),
  fetcherModule = new URL('fetcher/fetcher.ts', import.meta.url),
}: StartOptions): StartedPair {
  const fetches = programOf(fetcherModule, [fetcherMemory])
  const { started: fetcher, peer } = startProcess({
    command: isConfined ? confinedFetcher([...fetches, confinedArgument], folders) : unconfined(fetches),
    environment: without(environment, ['PATH']),
  })
  if (!peer) throw new Error('the fetcher could not be started')
  try {
    const scans = programOf(module, memoryFlags())
    const mark = randomInt(2, maxMark)
    const { started: scanProcess } = startProcess({
      command: isConfined ? confinedScanProcess(scans, folders, mark) : unconfined(scans),
      environment: {
        ...without(environment, certificateVariables),
        TMPDIR: folders.ownFolder,
      },
      niceness: scanProcessLimits.niceness,
      peer,
    })
    return pairOf(scanProcess, fetcher, isConfined ? mark : undefined)
  } catch (error) {
    fetcher.kill()
    throw error
  } finally {
    peer.destroy()
  }
}

const programOf = (program: URL, flags: readonly string[]): string[] => [
  ...flags,
  '--no-warnings',
  fileURLToPath(bundledProgram(program)),
]

const unconfined = (words: readonly string[]): string[] => [process.execPath, ...words]

function pairOf(scanProcess: StartedProcess, fetcher: StartedProcess, mark: number | undefined): StartedPair {
  const kill = () => {
    scanProcess.kill()
    fetcher.kill()
  }
  const first = Promise.race([scanProcess.ended, fetcher.ended.then((words) => `its fetcher ended: ${words}`)])
  return {
    scanProcess,
    fetcher,
    kill,
    ended: first.then(async (words) => {
      kill()
      await Promise.all([scanProcess.ended, fetcher.ended])
      // The process may have left programs in sessions of their own.
      if (mark !== undefined) await endMarkedProcesses(mark)
      return words
    }),
  }
}

const without = (environment: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)))

/** The fetcher keeps at most a few parts of each open response, see `fetchLimits`. */
const fetcherMemory = '--max-old-space-size=256'

/** The limits of V8 that this process has. */
function memoryFlags(): string[] {
  const limit = Math.floor(getHeapStatistics().heap_size_limit / 1024 / 1024)
  return [
    `--max-old-space-size=${limit}`,
    ...process.execArgv.filter((flag) => flag.startsWith('--max-semi-space-size=')),
  ]
}
