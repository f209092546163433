import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Load of a client: paths and keys, which alternate, the number of concurrent requests, and the total. */
export interface Load {
  readonly host: string
  readonly port: number
  readonly requests: readonly {
    readonly path: string
    readonly key?: string
    /** JSON body of a POST. Absent for a GET. */ readonly body?: string
  }[]
  readonly connections: number
  readonly count: number
}

export interface LoadResult {
  readonly seconds: number
  readonly p99Ms: number
  /** Latency of each request. */
  readonly latenciesMs: readonly number[]
}

/**
 * Runs a load in a separate process, so that client and server do not share a thread. Rejects if a response is not 200.
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('load-client.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: 120_000,
  })
  child.stdin.end(JSON.stringify(load))
  let out = ''
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('the load client failed')
  return JSON.parse(out) as LoadResult
}
