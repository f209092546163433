import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { confineFetcher } from '../../../../src/engine/isolation/kernel/confine-process.ts'
import { openNativeCalls } from '../../../../src/engine/isolation/kernel/native-calls.ts'
import { createFrameDecoder } from '../../../../src/engine/isolation/frames.ts'

// Fetcher that a hostile host has taken control of: with the first request, it tries to leave its confinement. The last
// line that it writes names each attempt and its outcome. The variable `TZ` selects the attempts.

const traceAttach = 16
/** `AF_UNIX`, `AF_INET`, and `SOCK_STREAM`. */
const [unix, internet, stream] = [1, 2, 1]
/** `SIGCHLD`, without the flag of threads. */
const childSignal = 17

const calls = openNativeCalls()
confineFetcher(calls)
const native = (result: number) => {
  if (result < 0) throw Object.assign(new Error('refused'), { code: calls.errorNumber() })
  return result
}
const worker = process.ppid

/** Attempts by name. Each returns something, throws, or returns the error of a native call. */
const attempts = (data: string): Readonly<Record<string, () => unknown>> => ({
  'read its program': () => readFileSync(fileURLToPath(import.meta.url)),
  'open a socket to the network': () => native(calls.withNumbers('socket', internet, stream, 0, 0)),
  'read the secret': () => readFileSync(join(data, 'secret')),
  'list the data folder': () => readdirSync(data),
  'write to the folder of scans': () => writeFileSync(join(data, 'scans', 'note'), 'note'),
  'write a temporary file': () => mkdtempSync(join(tmpdir(), 'note-')),
  'read the settings of users': () => readFileSync('/etc/passwd'),
  'read the environment of the worker': () => readFileSync(`/proc/${worker}/environ`),
  'list processes': () => readdirSync('/proc'),
  'open a socket to programs of this machine': () => native(calls.withNumbers('socket', unix, stream, 0, 0)),
  'open a pair of sockets': () => native(calls.withNumbers('socketpair', unix, stream, 0, 0)),
  'accept connections': () =>
    native(calls.withNumbers('listen', native(calls.withNumbers('socket', internet, stream, 0, 0)), 1, 0, 0)),
  'trace the worker': () => native(calls.withNumbers('ptrace', traceAttach, worker, 0, 0)),
  'signal the worker': () => process.kill(worker, 0),
  'make the secret readable for others': () => chmodSync(join(data, 'secret'), 0o644),
})

const fatal: Readonly<Record<string, () => unknown>> = {
  execute: () => calls.execute(process.execPath, ['node', '--version']),
  fork: () => native(calls.withNumbers('clone', childSignal, 0, 0, 0)),
}

function outcomesOf(data: string): Record<string, unknown> {
  const outcomes = Object.entries(attempts(data)).map(([name, attempt]) => {
    try {
      attempt()
      return [name, 'done']
    } catch (error) {
      return [name, error instanceof Error && 'code' in error ? error.code : String(error)]
    }
  })
  return { ...Object.fromEntries(outcomes), environment: Object.keys(process.env).toSorted() }
}

const decode = createFrameDecoder(1024 * 1024, 1024 * 1024)
const openSocket = (fd: number) => new Socket({ fd, readable: true, writable: true })
let data = ''
openSocket(3).on('data', (chunk: Buffer) => {
  for (const { body } of decode(chunk)) data = JSON.parse(body.toString()).settings?.upstreams?.[1]?.slice(7) ?? data
})
openSocket(4).on('data', () => {
  fatal[process.env['TZ'] ?? '']?.()
  process.stderr.write(`${JSON.stringify(outcomesOf(data))}\n`)
  process.exit(3)
})
