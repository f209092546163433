/**
 * Preloaded into a process of Assay. Records every program that it starts and every connection that it makes as one
 * line of JSON in RECORD_FILE. Also simulates another system for `userPlace`.
 */
import childProcess from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const { RECORD_FILE: file = '', RECORD_PLATFORM: platform } = process.env

/** Confined child processes cannot write, and cannot reach the network. */
function record(entry: object): void {
  try {
    appendFileSync(file, `${JSON.stringify(entry)}\n`)
  } catch {}
}

// Every asynchronous start uses this method, which the types of Node omit.
const { prototype } = childProcess.ChildProcess
const spawn: unknown = Reflect.get(prototype, 'spawn')
if (typeof spawn !== 'function') throw new Error('Node starts programs in another way')
Object.defineProperty(prototype, 'spawn', {
  value: function (this: childProcess.ChildProcess, options: object) {
    const { file: program, args }: { file?: string; args?: readonly string[] } = options
    record({ program, args })
    return Reflect.apply(spawn, this, [options])
  },
})
for (const name of ['spawnSync', 'execSync', 'execFileSync'] as const) {
  const original: unknown = childProcess[name]
  Object.defineProperty(childProcess, name, {
    value: (...given: readonly unknown[]) => {
      record({ program: given[0], args: given[1] })
      return typeof original === 'function' ? Reflect.apply(original, childProcess, given) : undefined
    },
  })
}
const { connect } = net.Socket.prototype
Object.defineProperty(net.Socket.prototype, 'connect', {
  value: function (this: net.Socket, ...given: readonly unknown[]) {
    const [first] = given.flat()
    const { host, port, path }: { host?: string; port?: number; path?: string } = Object(first)
    record({ connection: path ?? `${host}:${port}` })
    return Reflect.apply(connect, this, given)
  },
})
syncBuiltinESMExports()

if (platform !== undefined) {
  const real = process.platform
  // Only the search for settings sees the simulated system. The rest of the process uses the real one.
  Object.defineProperty(process, 'platform', {
    get: () => (new Error().stack?.includes('userPlace') === true ? platform : real),
  })
}
