import { type HttpResponse, type Network, NetworkFailure } from '../net/network.ts'
import { limits } from '../model/limits.ts'
import { type NpmDist, type NpmPackument, parseNpmPackument } from './npm-packument.ts'
import { matchesIntegrity, statedIntegrity } from './npm-integrity.ts'

/** What became of asking a registry for something. A reason is a sentence for people. */
export type Lookup<Found> =
  | ({ readonly status: 'found' } & Found)
  | { readonly status: 'not-found' }
  /** 401 or 403. */
  | { readonly status: 'forbidden'; readonly reason: string }
  /** No answer, a server error after the network's retries, or an answer that is no packument. */
  | { readonly status: 'unavailable'; readonly reason: string }

export type PackumentLookup = Lookup<{ readonly packument: NpmPackument }>

/** Bytes are only ever handed out after they matched what the registry says of them. */
export type TarballLookup =
  | Lookup<{ readonly bytes: Buffer }>
  | { readonly status: 'too-large'; readonly reason: string }
  /** No usable digest, or bytes that do not match it. */
  | { readonly status: 'malformed'; readonly reason: string }
  | { readonly status: 'address-not-allowed'; readonly reason: string }

/** An npm registry: packages and their archives. Nothing is cached, nothing is executed. */
export interface NpmRegistry {
  /** Origins below which archives are this registry's own: its address, and the public one that npm reads as this. */
  readonly origins: ReadonlySet<string>
  /** What the registry tells of a package. Throws only when `signal` aborts. */
  packument(name: string, signal?: AbortSignal): Promise<PackumentLookup>
  /** The archive of a version, verified. Throws only when `signal` aborts. */
  tarball(dist: NpmDist, signal?: AbortSignal): Promise<TarballLookup>
}

export interface NpmRegistryOptions {
  readonly network: Network
  /** Base address from the configuration, with or without trailing slash. */
  readonly registry: string
  /** Base address of the public registry: npm takes archives that a lockfile puts there from the configured one. */
  readonly publicRegistry?: string
}

const abbreviated = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*'

/** A client of the npm registry at `registry`. */
export function createNpmRegistry({ network, registry, publicRegistry = registry }: NpmRegistryOptions): NpmRegistry {
  const base = registry.endsWith('/') ? registry : `${registry}/`
  const origin = new URL(base).origin

  return {
    origins: new Set([origin, new URL(publicRegistry).origin]),

    async packument(name, signal) {
      const answer = await ask(signal, () =>
        network.get({ url: base + escapedName(name), purpose: 'upstream', headers: { accept: abbreviated }, maxBytes: limits.packument.bytes, signal }),
      )
      if (answer.status === 'too-large' || answer.status === 'address-not-allowed') return { status: 'unavailable', reason: answer.reason }
      if (answer.status !== 'found') return answer
      const packument = parseNpmPackument(name, parseJson(answer.body))
      if (packument === undefined) return { status: 'unavailable', reason: `the registry answered something that is not a description of the package ${name}` }
      return { status: 'found', packument }
    },

    async tarball(dist, signal) {
      if (dist.tarball === undefined || !URL.canParse(dist.tarball)) return { status: 'malformed', reason: 'the registry names no address for the archive of this version' }
      const expected = statedIntegrity(dist)
      if (expected === undefined) return { status: 'malformed', reason: 'the registry gives no digest for the archive of this version, so its bytes cannot be verified' }
      const url = new URL(dist.tarball)
      // Metadata is hostile: only the operator's own registry may lie in a network that the operator opened.
      const purpose = url.origin === origin ? 'upstream' : 'source'
      const answer = await ask(signal, () => network.get({ url, purpose, maxBytes: limits.package.packedBytes, signal }))
      if (answer.status !== 'found') return answer
      if (!matchesIntegrity(answer.body, expected)) return { status: 'malformed', reason: 'the bytes of the archive do not match the digest that the registry gives for this version' }
      return { status: 'found', bytes: answer.body }
    },
  }
}

type Answer = Lookup<{ readonly body: Buffer }> | { readonly status: 'too-large'; readonly reason: string } | { readonly status: 'address-not-allowed'; readonly reason: string }

async function ask(signal: AbortSignal | undefined, request: () => Promise<HttpResponse & { readonly body: Buffer }>): Promise<Answer> {
  try {
    const { status, body } = await request()
    if (status === 200) return { status: 'found', body }
    if (status === 404 || status === 410) return { status: 'not-found' }
    if (status === 401 || status === 403) return { status: 'forbidden', reason: `the registry refused access (HTTP ${status})` }
    // A 451 is a package that the registry may not show for legal reasons: there is nothing to wait for.
    if (status === 451) return { status: 'forbidden', reason: 'the registry may not show this for legal reasons (HTTP 451)' }
    return { status: 'unavailable', reason: `the registry answered with HTTP ${status}` }
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof NetworkFailure)) throw error
    if (error.code === 'too-large') return { status: 'too-large', reason: error.message }
    if (error.code === 'address-not-allowed' || error.code === 'url-not-allowed') return { status: 'address-not-allowed', reason: error.message }
    return { status: 'unavailable', reason: error.message }
  }
}

/** A scoped name keeps its `@` and loses its slash, as npm-package-arg's `escapedName` has it. */
function escapedName(name: string): string {
  return encodeURIComponent(name).replace(/^%40/, '@')
}

/** Undefined for what is no JSON, or would cost gigabytes to hold: 120 MiB of `{},` are 40 million objects of 100 bytes. */
function parseJson(body: Buffer): unknown {
  try {
    if (countOpenings(body) > limits.packument.values) return undefined
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** How many objects and arrays a JSON text can have at most, strings counted along. */
function countOpenings(body: Buffer): number {
  let openings = 0
  for (const byte of body) if (byte === 0x7b || byte === 0x5b) openings += 1
  return openings
}
