import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openNativeCalls } from '../../../../src/engine/isolation/kernel/native-calls.ts'
import { ScanFailure } from '../../../../src/engine/model/failure.ts'
import { openProcessEngine } from '../../../../src/service/scans/process/open-process-engine.ts'
import { runScanHost } from '../../../../src/service/scans/process/scan-host.ts'

// Scan process that a hostile package has taken control of: instead of fetching the package, it tries to leave its
// confinement. Its failure names each attempt and its outcome.

const traceAttach = 16
/** `RLIMIT_CPU`, `PRIO_PROCESS`, `AF_UNIX`, `SOCK_STREAM`, and `SOCK_DGRAM`. */
const [cpuTime, ofProcess, unix, stream, datagram] = [0, 0, 1, 1, 2]
const lowestPriority = 19

runScanHost((settings, log, connect) => {
  const context = openProcessEngine(settings, log, connect)
  const own = settings.temporaryFolder
  return {
    ...context,
    sources: {
      ...context.sources,
      npmRegistry: {
        ...context.sources.npmRegistry,
        tarball: () => Promise.reject(new ScanFailure('SOURCE_MALFORMED', JSON.stringify(outcomesOf(attemptsIn(own))))),
      },
    },
  }
})

/** Attempts by name. Each returns something, throws, or returns the error of a native call. */
function attemptsIn(own: string): Readonly<Record<string, () => unknown>> {
  const worker = process.ppid
  const data = dirname(dirname(own))
  const secret = join(data, 'secret')
  const code = fileURLToPath(new URL('../../../../dist/service/scans/process/scan-process.js', import.meta.url))
  const calls = openNativeCalls()
  const native = (result: number) => {
    if (result < 0) throw Object.assign(new Error('refused'), { code: calls.errorNumber() })
  }
  const copied = join(own, 'program')
  return {
    'write to its folder': () => writeFileSync(join(own, 'note'), 'note'),
    'read its program': () => readFileSync(code),
    'read the secret': () => readFileSync(secret),
    'list the data folder': () => readdirSync(data),
    'read the secret through a link': () => {
      symlinkSync(secret, join(own, 'link'))
      return readFileSync(join(own, 'link'))
    },
    'write to the data folder': () => writeFileSync(join(data, 'note'), 'note'),
    'move a file to the data folder': () => renameSync(join(own, 'note'), join(data, 'moved')),
    'write its program': () => openSync(code, 'r+'),
    'list the home folder': () => readdirSync(homedir()),
    'read the environment of the worker': () => readFileSync(`/proc/${worker}/environ`),
    'open the memory of the worker': () => openSync(`/proc/${worker}/mem`, 'r+'),
    'list the descriptors of the worker': () =>
      readdirSync(`/proc/${worker}/fd`).map((name) => readlinkSync(`/proc/${worker}/fd/${name}`)),
    'trace the worker': () => native(calls.withNumbers('ptrace', traceAttach, worker, 0, 0)),
    'read the memory of the worker': () => native(calls.withNumbers('process_vm_readv', worker, 0, 0, 0)),
    'limit the worker': () => native(calls.withNumbers('prlimit64', worker, cpuTime, 0, 0)),
    'slow down the worker': () => native(calls.withNumbers('setpriority', ofProcess, worker, lowestPriority, 0)),
    'make the secret readable for others': () => chmodSync(secret, 0o644),
    'lock the data folder': () => chmodSync(data, 0),
    'open a socket to programs of this machine': () => native(calls.withNumbers('socket', unix, stream, 0, 0)),
    // The kernel would refuse the missing address with another error (14).
    'open a socket to the system log': () => native(calls.withNumbers('socketpair', unix, datagram, 0, 0)),
    'signal the worker': () => process.kill(worker, 0),
    'execute a program of its own': () => {
      writeFileSync(copied, readFileSync('/bin/true'), { mode: 0o700 })
      const { error } = spawnSync(copied)
      if (error) throw error
    },
    'execute a program of the system': () => {
      const { error, status } = spawnSync('/bin/true')
      if (error) throw error
      if (status !== 0) throw new Error(`exit code ${status}`)
    },
  }
}

function outcomesOf(attempts: Readonly<Record<string, () => unknown>>): Record<string, unknown> {
  const outcomes = Object.entries(attempts).map(([name, attempt]) => {
    try {
      attempt()
      return [name, 'done']
    } catch (error) {
      return [name, error instanceof Error && 'code' in error ? error.code : String(error)]
    }
  })
  return {
    ...Object.fromEntries(outcomes),
    capabilities: /^CapPrm:\s*(.*)$/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1],
    environment: Object.keys(process.env).toSorted(),
  }
}
