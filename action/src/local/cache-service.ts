import { createHash } from 'node:crypto'
import type { Deadline } from '../deadline.ts'
import { userAgent } from '../assay-service.ts'
import type { Environment } from '../runner.ts'

export interface CacheEntry {
  readonly key: string
  readonly content: Buffer
}

/** GitHub Actions cache for a repository. Entries never change. All methods throw if the cache does not respond. */
export interface CacheService {
  /** Returns the newest entry whose key starts with the prefix, or undefined if no such entry exists. */
  newest(prefix: string): Promise<CacheEntry | undefined>
  /** Stores an entry. Returns false if the cache already has this key or rejects the entry. */
  store(entry: CacheEntry): Promise<boolean>
}

/** Timeout per call, in milliseconds. */
const callMs = 30_000

/** Maximum response size. This Action never stores a larger entry. */
const maxBytes = 512 * 1024 * 1024

/**
 * Returns the runner's cache, or undefined if the runner does not support version 2 of the protocol, as on GitHub
 * Enterprise Server. The runner sets the variables for JavaScript actions only.
 *
 * Makes the same calls as `@actions/cache` (MIT, version 6). That package has 44 dependencies with 45 MB, but this
 * Action stores a single file of a few megabytes. If the protocol changes, the Action downloads the advisories instead.
 */
export function cacheServiceOf(environment: Environment, deadline: Deadline): CacheService | undefined {
  const { ACTIONS_CACHE_SERVICE_V2: isVersion2, ACTIONS_RESULTS_URL: base, ACTIONS_RUNTIME_TOKEN: token } = environment
  if (!isVersion2 || !base || !token) return undefined
  const signal = () => AbortSignal.any([deadline.signal, AbortSignal.timeout(callMs)])
  const call = async (method: string, request: object): Promise<Readonly<Record<string, unknown>>> => {
    const response = await fetch(new URL(`/twirp/github.actions.results.api.v1.CacheService/${method}`, base), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent, Authorization: `Bearer ${token}` },
      body: JSON.stringify(request),
      redirect: 'error',
      signal: signal(),
    })
    // The cache returns 409 for an entry that already exists.
    if (response.status === 409) return {}
    if (!response.ok) throw new Error(`the cache returned status ${response.status}`)
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? { ...body } : {}
  }
  return {
    async newest(prefix) {
      const answer = await call('GetCacheEntryDownloadURL', {
        key: prefix,
        restore_keys: [prefix],
        version: versionOf(prefix),
      })
      const url = textIn(answer, 'signed_download_url', 'signedDownloadUrl')
      const key = textIn(answer, 'matched_key', 'matchedKey')
      if (answer['ok'] !== true || url === undefined || !key?.startsWith(prefix)) return undefined
      const response = await fetch(url, { redirect: 'error', signal: signal() })
      if (!response.ok) throw new Error(`the storage of the cache returned status ${response.status}`)
      if (Number(response.headers.get('content-length') ?? 0) > maxBytes) throw new Error('the entry is too large')
      return { key, content: Buffer.from(await response.arrayBuffer()) }
    },
    async store({ key, content }) {
      const version = versionOf(key)
      const answer = await call('CreateCacheEntry', { key, version })
      const url = textIn(answer, 'signed_upload_url', 'signedUploadUrl')
      if (answer['ok'] !== true || url === undefined) return false
      const response = await fetch(url, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/octet-stream', 'x-ms-blob-type': 'BlockBlob' },
        body: new Uint8Array(content),
        redirect: 'error',
        signal: signal(),
      })
      if (!response.ok) throw new Error(`the storage of the cache returned status ${response.status}`)
      const size = String(content.length)
      return (await call('FinalizeCacheEntryUpload', { key, version, size_bytes: size }))['ok'] === true
    },
  }
}

/**
 * Returns the version that the cache protocol requires, which can be any digest. The cache finds only entries of the
 * same version, so keys with the same prefix, as in `<prefix>-<digest>`, get the same version.
 */
function versionOf(key: string): string {
  return createHash('sha256')
    .update(key.replace(/-[^-]*$/, ''))
    .digest('hex')
}

function textIn(answer: Readonly<Record<string, unknown>>, ...names: readonly string[]): string | undefined {
  return names.map((name) => answer[name]).find((value) => typeof value === 'string' && value !== '') as
    | string
    | undefined
}
