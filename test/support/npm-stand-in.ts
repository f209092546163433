/**
 * A registry of npm packages on loopback, created from an object literal, with real archives and digests. In a test:
 * `startNpmStandIn({ 'a@1.0.0': { dependencies: { b: '^1.0.0' } }, 'b@1.2.0': {} })`. Standalone: `node
 * test/support/npm-stand-in.ts PACKAGES.json [PORT]`, which prints its URL and serves until it is stopped.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { writePackageTarball } from './tar-writer.ts'

/** `package.json` of a version, without name and version, and related data. */
export interface StandInVersion {
  /** Other files in the archive. A `package.json` here replaces the generated one. */
  readonly files?: Readonly<Record<string, string | Buffer>>
  /** Fields of the registry that override those of `package.json`. `dist` is merged. */
  readonly registry?: Readonly<Record<string, unknown>>
  /** ISO 8601. */
  readonly publishedAt?: string
  /** Replaces the archive of `files`. Its digest is correct unless `registry.dist` overrides it. */
  readonly tarball?: Buffer
  readonly [field: string]: unknown
}

/** Versions by `name@version`. The last listed version of a name is its `latest`, unless tags override it. */
export type StandInPackages = Readonly<Record<string, StandInVersion>>

export interface StandInOptions {
  /** Tags by package name. */
  readonly tags?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Delay in milliseconds before the response to a path. */
  readonly delayMs?: (path: string) => number
  /** Promise to wait for before the response to a path. */
  readonly hold?: (path: string) => Promise<void> | undefined
  /**
   * Overrides the response if it returns a value: a status, or a body for status 200. `path` is decoded and has no
   * leading slash.
   */
  readonly answer?: (path: string) => number | string | Buffer | undefined
  readonly port?: number
}

export interface NpmStandIn extends AsyncDisposable {
  /** With trailing slash. */
  readonly url: string
  /** Decoded paths without leading slash, in order of arrival. */
  readonly requests: readonly string[]
  /** `authorization` header of each request. Undefined if it had none. */
  readonly authorizations: readonly (string | undefined)[]
  /** Maximum number of concurrent requests. */
  readonly maxAtOnce: () => number
  close(): Promise<void>
}

/** Starts a registry that serves `packages`. It responds to unknown packages with 404. */
export async function startNpmStandIn(
  packages: StandInPackages,
  { tags = {}, delayMs, hold, answer, port = 0 }: StandInOptions = {},
): Promise<NpmStandIn> {
  const requests: string[] = []
  const authorizations: (string | undefined)[] = []
  let underWay = 0
  let maxAtOnce = 0
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').slice(1))
    requests.push(path)
    authorizations.push(request.headers.authorization)
    underWay += 1
    maxAtOnce = Math.max(maxAtOnce, underWay)
    response.on('close', () => {
      underWay -= 1
    })
    respond(path, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { packuments, tarballs } = publish(packages, tags, url)

  async function respond(path: string, response: ServerResponse<IncomingMessage>): Promise<void> {
    if (delayMs !== undefined) await pause(delayMs(path))
    await hold?.(path)
    const override = answer?.(path)
    const body = typeof override === 'number' ? undefined : (override ?? packuments.get(path) ?? tarballs.get(path))
    if (body === undefined)
      return void response
        .writeHead(typeof override === 'number' ? override : 404, { 'content-type': 'application/json' })
        .end('{"error":"not found"}')
    response
      .writeHead(200, { 'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream' })
      .end(body)
  }

  async function close(): Promise<void> {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url, requests, authorizations, maxAtOnce: () => maxAtOnce, close, [Symbol.asyncDispose]: close }
}

/** Returns the registry's documents and archives by path. */
function publish(packages: StandInPackages, tags: NonNullable<StandInOptions['tags']>, url: string) {
  const documents = new Map<
    string,
    {
      name: string
      'dist-tags': Record<string, string>
      versions: Record<string, unknown>
      time: Record<string, string>
      modified?: string
    }
  >()
  const tarballs = new Map<string, Buffer>()
  for (const [key, { files = {}, registry = {}, tarball, publishedAt, ...fields }] of Object.entries(packages)) {
    const at = key.lastIndexOf('@')
    const [name, version] = [key.slice(0, at), key.slice(at + 1)]
    const manifest = { name, version, ...fields }
    const archive = tarball ?? writePackageTarball({ 'package.json': JSON.stringify(manifest), ...files })
    const path = `${name}/-/${name.slice(name.indexOf('/') + 1)}-${version}.tgz`
    tarballs.set(path, archive)
    const dist = {
      tarball: url + path,
      integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
      shasum: createHash('sha1').update(archive).digest('hex'),
    }
    const document = documents.get(name) ?? { name, 'dist-tags': {}, versions: {}, time: {} }
    document.versions[version] = {
      ...manifest,
      ...registry,
      dist: { ...dist, ...(registry['dist'] as object | undefined) },
    }
    document['dist-tags'] = { latest: version, ...tags[name] }
    if (publishedAt !== undefined) {
      document.time[version] = publishedAt
      document.modified = Object.values(document.time).toSorted().at(-1) ?? publishedAt
    }
    documents.set(name, document)
  }
  return { packuments: new Map([...documents].map(([name, document]) => [name, JSON.stringify(document)])), tarballs }
}

if (import.meta.main) {
  const [file, port] = process.argv.slice(2)
  if (file === undefined)
    throw new Error('say which file holds the packages: node test/support/npm-stand-in.ts PACKAGES.json [PORT]')
  const { url } = await startNpmStandIn(JSON.parse(readFileSync(file, 'utf8')) as StandInPackages, {
    port: Number(port ?? 0),
  })
  process.stdout.write(`${url}\n`)
}
