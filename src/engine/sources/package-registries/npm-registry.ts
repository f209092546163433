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

/** Result of downloading an archive. The bytes are present only if they match the registry's digest. */
export type TarballLookup =
  | Lookup<{ readonly bytes: Buffer }>
  | { readonly status: 'too-large'; readonly reason: string }
  /** The digest is missing or invalid, or the bytes do not match it. */
  | { readonly status: 'malformed'; readonly reason: string }
  | { readonly status: 'address-not-allowed'; readonly reason: string }

/**
 * Client for npm registries, which selects the registry for each package. Fetches packages and archives. Executes
 * nothing, and caches only registry keys.
 */
export interface NpmRegistry {
  /**
   * Origins from which the registries serve archives: those of the configured URLs, and the public registry's origin,
   * which npm replaces with the configured one.
   */
  readonly origins: ReadonlySet<string>
  /** Returns the base URL of the registry that serves a package. For an empty name, that of the default registry. */
  readonly addressOf: (name: string) => string
  /** Returns the package metadata that installations need. Throws only if `signal` aborts. */
  packument(name: string, signal?: AbortSignal): Promise<PackumentLookup>
  /** Returns a package's complete metadata. Throws only if `signal` aborts. */
  publication(name: string, signal?: AbortSignal): Promise<PublicationLookup>
  /** Downloads and verifies a version's archive. Throws only if `signal` aborts. */
  tarball(dist: NpmDist, signal?: AbortSignal): Promise<TarballLookup>
  /** Verifies the registry's signatures and attestations for a version. Throws only if `signal` aborts. */
  verify(version: ReleaseToVerify, signal: AbortSignal): Promise<ReleaseVerification>
}

export interface NpmRegistryOptions {
  readonly network: Network
  /** Configured base URL, with or without a trailing slash. */
  readonly registry: string
  /** Base URLs of other registries by scope, such as `@scope`. */
  readonly byScope?: ReadonlyMap<string, string>
  /**
   * Base URL of the public registry. If a lockfile points to an archive there, npm fetches it from the configured
   * registry.
   */
  readonly publicRegistry?: string
  /** The operator's own credentials, used only for the operator's requests. */
  readonly credentials?: NpmCredentials
  /** Trust root for signatures. Defaults to the one that is installed with this program. */
  readonly trust?: SigstoreTrust
}

const abbreviated = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*'

/** Creates a client for the npm registry at `registry` and for the registries of individual scopes. */
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
  /** Base URL of the registry that served each `dist`, if it is not the default registry. */
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

    addressOf: (name) => registryOf(name, choice),

    async packument(name, signal) {
      const description = await describeBriefly(name, signal)
      return description.status === 'found' ? { status: 'found', packument: description.packument } : description
    },

    async publication(name, signal) {
      const full = await describe(name, 'application/json', signal)
      // For the largest packages, the full packument exceeds the size limit, whereas the abbreviated one does not.
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
      // Metadata is untrusted. Only URLs on the registry that served it may be sent credentials or point to an internal
      // network that the operator has allowed.
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

/** How long keys are cached. Registries use the same keys for years. */
const keysKeptMs = 60 * 60_000

const withTrailingSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`)

/**
 * Returns an archive's URL. Like npm, requests archives on the public registry from the configured mirror
 * (`replace-registry-host`).
 */
function archiveAddress(stated: URL, base: string, publicOrigin: string): URL {
  const own = new URL(base)
  if (stated.origin !== publicOrigin || own.origin === publicOrigin) return stated
  // If the mirror has a base path, that path comes before the archive's path.
  own.pathname = stated.pathname.startsWith(own.pathname) ? stated.pathname : own.pathname + stated.pathname.slice(1)
  own.search = stated.search
  return own
}

type Description =
  | { readonly status: 'found'; readonly packument: NpmPackument; readonly document: unknown }
  | Exclude<PackumentLookup, { status: 'found' }>
  | { readonly status: 'too-large'; readonly reason: string }

/** Encodes the slash in a scoped name and keeps its `@`, like npm-package-arg's `escapedName`. */
function escapedName(name: string): string {
  return encodeURIComponent(name).replace(/^%40/, '@')
}
