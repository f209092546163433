import { once } from 'node:events'
import { createReadStream, globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** A registry on loopback, and the settings that make a program use it. */
export interface RecordedRegistry extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>
}

interface CacheEntry {
  readonly integrity?: string
  readonly size?: number
  readonly metadata?: { readonly url?: string }
}

/**
 * Serves the content of npm's cache (`npm config get cache`), so that results are repeatable and do not depend on the
 * network. Without a folder, the configured registry is used.
 */
export async function serveNpmCache(folder: string | undefined): Promise<RecordedRegistry> {
  if (folder === undefined) return { env: {}, [Symbol.asyncDispose]: async () => {} }
  const files = readIndex(folder)
  const server = createServer((request, response) => {
    const file = files.get(decodeURIComponent(URL.parse(request.url ?? '', 'http://localhost')?.pathname ?? ''))
    if (file === undefined) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    env: { npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Returns content files by URL path. In the format of cacache, each line is an entry: a hash and a tab before its JSON.
 */
function readIndex(folder: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const index of globSync(join(folder, '_cacache/index-v5/*/*/*'))) {
    for (const line of readFileSync(index, 'utf8').split('\n')) {
      const entry = line.includes('\t') ? (JSON.parse(line.slice(line.indexOf('\t') + 1)) as CacheEntry) : undefined
      const [algorithm, digest] = entry?.integrity?.split('-') ?? []
      if (algorithm === undefined || digest === undefined || entry?.metadata?.url === undefined) continue
      const hex = Buffer.from(digest, 'base64').toString('hex')
      files.set(
        decodeURIComponent(new URL(entry.metadata.url).pathname),
        join(folder, '_cacache/content-v2', algorithm, hex.slice(0, 2), hex.slice(2, 4), hex.slice(4)),
      )
    }
  }
  return files
}
