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
import type { Connect } from '../../../../src/engine/net/connections.ts'
import { outgoingLimits } from '../../../../src/engine/net/outgoing-limits.ts'
import { ScanFailure } from '../../../../src/engine/model/failure.ts'
import { openProcessEngine } from '../../../../src/service/scans/process/open-process-engine.ts'
import { runScanHost } from '../../../../src/service/scans/process/scan-host.ts'

// Scan process that a hostile package has taken control of: instead of fetching the package, it tries to leave its
// confinement. Its failure names each attempt and its outcome.

const traceAttach = 16
/** `RLIMIT_CPU`, `PRIO_PROCESS`, `AF_UNIX`, `SOCK_STREAM`, and `SOCK_DGRAM`. */
const [cpuTime, ofProcess, unix, stream, datagram] = [0, 0, 1, 1, 2]
/** `RLIMIT_LOCKS`. */
const fileLocks = 10
/** `AF_INET`, `AF_INET6`, and `AF_NETLINK`. */
const [internet, internet6, netlink] = [2, 10, 16]
const fetcherSocket = 4
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
        async tarball() {
          const outcomes = { ...outcomesOf(attemptsIn(own)), ...(await answersOf(connect)) }
          throw new ScanFailure('SOURCE_MALFORMED', JSON.stringify(outcomes))
        },
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
    'take off its mark': () => native(calls.withNumbers('prlimit64', 0, fileLocks, 0, 0)),
    'take off its mark by the older call': () => native(calls.withNumbers('setrlimit', fileLocks, 0, 0, 0)),
    'slow down the worker': () => native(calls.withNumbers('setpriority', ofProcess, worker, lowestPriority, 0)),
    'make the secret readable for others': () => chmodSync(secret, 0o644),
    'lock the data folder': () => chmodSync(data, 0),
    'open a socket to programs of this machine': () => native(calls.withNumbers('socket', unix, stream, 0, 0)),
    'open a socket to the network': () => native(calls.withNumbers('socket', internet, stream, 0, 0)),
    'open a socket to the network, version 6': () => native(calls.withNumbers('socket', internet6, stream, 0, 0)),
    'open a socket for names': () => native(calls.withNumbers('socket', internet, datagram, 0, 0)),
    'list the network interfaces': () => native(calls.withNumbers('socket', netlink, datagram, 0, 0)),
    'connect the socket of the fetcher elsewhere': () => native(calls.withNumbers('connect', fetcherSocket, 0, 0, 0)),
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

/** Requests to the fetcher by name, with the failure of each. */
async function answersOf(connect: Connect): Promise<Record<string, unknown>> {
  const requests = {
    'fetch from an internal address': { url: 'http://127.0.0.1:9/', purpose: 'source' },
    'fetch from the cloud of this machine': { url: 'http://169.254.169.254/', purpose: 'upstream' },
    'fetch from a foreign host as from a registry': { url: 'https://127.0.0.1:9/', purpose: 'upstream' },
    'post to a foreign host': { url: 'https://127.0.0.1:9/x', purpose: 'source', method: 'POST' },
  } as const
  const connections = connect({ keepAlive: true })
  const outcomes = Object.entries(requests).map(async ([name, { url, purpose, ...others }]) => {
    const sent = { plainAnswer: true, ...('method' in others && { method: others.method, body: Buffer.from('a') }) }
    const hop = { url: new URL(url), purpose, headers: {}, subject: 'host' }
    const options = { limits: outgoingLimits, signal: AbortSignal.timeout(20_000), sent }
    const outcome = await connections.exchange(hop, options).then(
      () => 'done',
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : String(error)),
    )
    return [name, outcome] as const
  })
  return Object.fromEntries(await Promise.all(outcomes))
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
