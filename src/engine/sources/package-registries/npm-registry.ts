import { LRUCache } from 'lru-cache'
import type { Network } from '../../net/network.ts'
import { packumentLimits } from './packument-limits.ts'
import { packageLimits } from '../package-limits.ts'
import { NpmCredentials } from './npm-credentials.ts'
import { matchesIntegrity, statedIntegrity } from './npm-integrity.ts'
import { type NpmDist, type NpmPackument, parseNpmPackument } from './npm-packument.ts'
import { type NpmRegistryChoice, registryOf } from './npm-registry-choice.ts'
import { type NpmRelease, npmRelease } from './npm-release.ts'
import { askRegistry, keysPath, type Lookup, parseBoundedJson, type RegistryAnswer } from './registry-request.ts'
import type { SigstoreTrust } from './sigstore-trust.ts'
import { sigstoreTrustOnDemand } from './sigstore-trust-on-demand.ts'
import type { DocumentLookup, ReleaseToVerify, ReleaseVerification } from './verify-npm-release.ts'

export type PackumentLookup = Lookup<{ readonly packument: NpmPackument }>

export type PublicationLookup = Lookup<{
  readonly packument: NpmPackument
  readonly releaseOf: (version: string) => NpmRelease
}>

/** Bytes are returned only after they matched the registry's digest. */
export type TarballLookup =
  | Lookup<{ readonly bytes: Buffer }>
  | { readonly status: 'too-large'; readonly reason: string }
  /** No usable digest, or bytes that do not match it. */
  | { readonly status: 'malformed'; readonly reason: string }
  | { readonly status: 'address-not-allowed'; readonly reason: string }

/**
 * Client for npm registries, with one registry per package: packages and their archives. Nothing is executed, and only
 * the keys of a registry are cached.
 */
export interface NpmRegistry {
  /**
   * Origins of a registry's own archives: the configured URLs, and the public one, which npm replaces with the
   * configured one.
   */
  readonly origins: ReadonlySet<string>
  /** The registry's data about a package for installations. Throws only when `signal` aborts. */
  packument(name: string, signal?: AbortSignal): Promise<PackumentLookup>
  /** The registry's complete data about a package. Throws only when `signal` aborts. */
  publication(name: string, signal?: AbortSignal): Promise<PublicationLookup>
  /** The verified archive of a version. Throws only when `signal` aborts. */
  tarball(dist: NpmDist, signal?: AbortSignal): Promise<TarballLookup>
  /** The registry's signatures and attestations for a version. Throws only when `signal` aborts. */
  verify(version: ReleaseToVerify, signal: AbortSignal): Promise<ReleaseVerification>
}

export interface NpmRegistryOptions {
  readonly network: Network
  /** Configured base URL, with or without a trailing slash. */
  readonly registry: string
  /** Base URLs of other registries by scope, such as `@scope`. */
  readonly byScope?: ReadonlyMap<string, string>
  /** Base URL of the public registry. npm fetches archives that a lockfile locates there from the configured one. */
  readonly publicRegistry?: string
  /** The operator's own credentials, for the operator's requests. */
  readonly credentials?: NpmCredentials
  /** Trust root for signatures. Defaults to the one installed with this program. */
  readonly trust?: SigstoreTrust
}

const abbreviated = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*'

/** A client for the npm registry at `registry` and the registries of scopes. */
export function createNpmRegistry({
  network,
  registry,
  byScope = new Map(),
  publicRegistry = registry,
  credentials = new NpmCredentials(),
  trust = sigstoreTrustOnDemand(),
}: NpmRegistryOptions): NpmRegistry {
  const choice: NpmRegistryChoice = {
    registry: withTrailingSlash(registry),
    byScope: new Map([...byScope].map(([scope, address]) => [scope, withTrailingSlash(address)])),
  }
  const publicOrigin = new URL(publicRegistry).origin
  /** Origins of the manifests of packages with their own registry. */
  const baseOfDist = new WeakMap<NpmDist, string>()
  const keys = new LRUCache<string, DocumentLookup>({ max: 100, ttl: keysKeptMs })

  async function getBelow(
    base: string,
    path: string,
    accept: string,
    maxBytes: number,
    signal: AbortSignal | undefined,
  ): Promise<RegistryAnswer<{ readonly response: { readonly body: Buffer } }>> {
    const url = new URL(base + path)
    return askRegistry('the registry', signal, () =>
      network.get({ url, purpose: 'upstream', headers: headersFor(url, { accept }), maxBytes, signal }),
    )
  }

  const headersFor = (url: URL, headers: Readonly<Record<string, string>>): Record<string, string> => {
    const authorization = credentials.for(url, choice)
    return authorization === undefined ? headers : { ...headers, authorization }
  }

  async function describe(name: string, accept: string, signal: AbortSignal | undefined): Promise<Description> {
    const base = registryOf(name, choice)
    const answer = await getBelow(base, escapedName(name), accept, packumentLimits.maxBytes, signal)
    if (answer.status === 'address-not-allowed') return { status: 'unavailable', reason: answer.reason }
    if (answer.status !== 'found') return answer
    const document = parseBoundedJson(answer.response.body)
    const packument = parseNpmPackument(name, document)
    if (packument === undefined)
      return {
        status: 'unavailable',
        reason: `the registry returned an invalid document for the package ${name}`,
      }
    if (base !== choice.registry) for (const { dist } of Object.values(packument.versions)) baseOfDist.set(dist, base)
    return { status: 'found', packument, document }
  }

  async function describeBriefly(
    name: string,
    signal: AbortSignal | undefined,
  ): Promise<Exclude<Description, { status: 'too-large' }>> {
    const description = await describe(name, abbreviated, signal)
    return description.status === 'too-large' ? { status: 'unavailable', reason: description.reason } : description
  }

  async function document(base: string, path: string, signal: AbortSignal): Promise<DocumentLookup> {
    const answer = await getBelow(base, path, 'application/json', packageLimits.maxAttestationBytes, signal)
    if (answer.status !== 'found')
      return { problem: answer.status === 'not-found' ? 'the registry does not have them' : answer.reason }
    return { document: parseBoundedJson(answer.response.body) }
  }

  async function keysOrDocument(base: string, path: string, signal: AbortSignal): Promise<DocumentLookup> {
    if (path !== keysPath) return document(base, path, signal)
    const lookup = keys.get(base) ?? (await document(base, path, signal))
    if ('document' in lookup) keys.set(base, lookup)
    return lookup
  }

  return {
    origins: new Set(
      [choice.registry, ...choice.byScope.values(), publicRegistry].map((address) => new URL(address).origin),
    ),

    async packument(name, signal) {
      const description = await describeBriefly(name, signal)
      return description.status === 'found' ? { status: 'found', packument: description.packument } : description
    },

    async publication(name, signal) {
      const full = await describe(name, 'application/json', signal)
      // For the largest packages, the full description exceeds the limit, but the data for an installation does not.
      const description = full.status === 'too-large' ? await describeBriefly(name, signal) : full
      if (description.status !== 'found') return description
      return {
        status: 'found',
        packument: description.packument,
        releaseOf: (version) => npmRelease(description.document, version, { isFull: full.status === 'found' }),
      }
    },

    async tarball(dist, signal) {
      if (dist.tarball === undefined || !URL.canParse(dist.tarball))
        return { status: 'malformed', reason: 'the registry lists no valid URL for the archive of this version' }
      const expected = statedIntegrity(dist)
      if (expected === undefined)
        return {
          status: 'malformed',
          reason: 'the registry lists no digest for the archive of this version, so its content cannot be verified',
        }
      const base = baseOfDist.get(dist) ?? choice.registry
      const url = archiveAddress(new URL(dist.tarball), base, publicOrigin)
      // Metadata is untrusted: only the registry that provided it may be in a network that the operator allowed, or
      // receive a credential.
      const isOwn = url.origin === new URL(base).origin
      const answer = await askRegistry('the registry', signal, () =>
        network.get({
          url,
          purpose: isOwn ? 'upstream' : 'source',
          headers: isOwn ? headersFor(url, {}) : {},
          maxBytes: packageLimits.maxPackedBytes,
          signal,
        }),
      )
      if (answer.status !== 'found') return answer
      if (!matchesIntegrity(answer.response.body, expected))
        return {
          status: 'malformed',
          reason: 'the archive does not match the digest that the registry lists for this version',
        }
      return { status: 'found', bytes: answer.response.body }
    },

    async verify(version, signal) {
      const { verifyNpmRelease } = await import('./verify-npm-release.ts')
      return verifyNpmRelease(
        { trust, document: (path, until) => keysOrDocument(registryOf(version.manifest.name, choice), path, until) },
        version,
        signal,
      )
    },
  }
}

/** Keys are in use for years. */
const keysKeptMs = 60 * 60_000

const withTrailingSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`)

/**
 * As in npm: archives that a mirror locates at the public registry are requested from the mirror
 * (`replace-registry-host`).
 */
function archiveAddress(stated: URL, base: string, publicOrigin: string): URL {
  const own = new URL(base)
  if (stated.origin !== publicOrigin || own.origin === publicOrigin) return stated
  // For a mirror below a path, that path precedes the path of the archive.
  own.pathname = stated.pathname.startsWith(own.pathname) ? stated.pathname : own.pathname + stated.pathname.slice(1)
  own.search = stated.search
  return own
}

type Description =
  | { readonly status: 'found'; readonly packument: NpmPackument; readonly document: unknown }
  | Exclude<PackumentLookup, { status: 'found' }>
  | { readonly status: 'too-large'; readonly reason: string }

/** A scoped name keeps its `@` and encodes its slash, as in npm-package-arg's `escapedName`. */
function escapedName(name: string): string {
  return encodeURIComponent(name).replace(/^%40/, '@')
}
