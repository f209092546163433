/**
 * A sparse index of crates on loopback, created from an object literal: `startCratesStandIn({ 'a@1.0.0': { deps: { b:
 * '^1' } }, 'b@1.2.0': {} })`.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A dependency: its requirement, or fields of its index entry. */
export type StandInCrateDependency = string | ({ readonly req: string } & Readonly<Record<string, unknown>>)

export interface StandInCrate {
  readonly deps?: Readonly<Record<string, StandInCrateDependency>>
  readonly features?: Readonly<Record<string, readonly string[]>>
  /** Other fields of the line, such as `yanked`, `rust_version`, and `pubtime`. */
  readonly line?: Readonly<Record<string, unknown>>
}

/** Versions by `name@version`. */
export type StandInCrates = Readonly<Record<string, StandInCrate>>

export interface CratesStandIn extends AsyncDisposable {
  /** With trailing slash. */
  readonly url: string
  /** Paths without leading slash, in order of arrival. */
  readonly requests: readonly string[]
}

/** Starts an index that serves these crates. It responds to unknown crates with 404. */
export async function startCratesStandIn(crates: StandInCrates): Promise<CratesStandIn> {
  const requests: string[] = []
  const files = new Map<string, string>()
  for (const [key, { deps = {}, features = {}, line }] of Object.entries(crates)) {
    const at = key.lastIndexOf('@')
    const [name, vers] = [key.slice(0, at), key.slice(at + 1)]
    const entry = {
      name,
      vers,
      deps: Object.entries(deps).map(([alias, dep]) => ({
        name: alias,
        features: [],
        optional: false,
        default_features: true,
        target: null,
        kind: 'normal',
        ...(typeof dep === 'string' ? { req: dep } : dep),
      })),
      cksum: '0'.repeat(64),
      features,
      yanked: false,
      ...line,
    }
    files.set(name, `${files.get(name) ?? ''}${JSON.stringify(entry)}\n`)
  }
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').slice(1))
    requests.push(path)
    const body = files.get(path.slice(path.lastIndexOf('/') + 1))
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(body ?? 'not found')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
