import type { AdvisoryStore } from '../../../engine/advisories/advisory-store.ts'
import type { ServerNamesOf } from '../../../engine/scanner/names-in-use.ts'
import type { ResultCache, ResultNamespace } from '../../../engine/scanner/result-cache.ts'
import type { GitCredential } from '../../../engine/sources/source.ts'
import type { Call, CallAnswers, StoredFile } from './messages.ts'
import { scanProcessLimits } from './scan-process-limits.ts'

/** What the worker offers to scans in the scan process. */
export interface WorkerStores {
  readonly advisories: AdvisoryStore
  readonly fileResults?: ResultCache
  readonly serverNames?: ServerNamesOf
}

/** The scan that a call belongs to. */
export interface CallingScan {
  readonly accountId: string | undefined
  /** True if the process scans private sources of this account only. */
  readonly isOfAccount: boolean
  /** Canonical URL of its source, once the worker has verified it. */
  readonly canonicalUrl: string | undefined
  readonly signal: AbortSignal
  /** The repository that the scan may read with a credential. */
  readonly repository: string | undefined
  readonly credentialFor?: (repository: URL, signal: AbortSignal) => Promise<GitCredential | undefined>
  /** Lends the credential to the fetcher. The scan process never gets it. */
  readonly lend: (repository: string, credential: GitCredential) => Promise<void>
}

/** Call whose answer depends on the scan. */
export type CallOfScan = Exclude<Call, { to: 'read-package' | 'server-names' }>

/**
 * Answers a call of a scan. A scan can read and write results of its own source and its own account, and read those
 * about published packages. It gets access to its own repository only. Rejects if the scan asks for anything else.
 */
export async function answerCall(
  { advisories, fileResults }: WorkerStores,
  scan: CallingScan,
  call: CallOfScan,
): Promise<CallAnswers[Call['to']]> {
  const own = ownNamespaces(scan)
  const keyIn = (namespaces: readonly string[]) => (file: StoredFile) => {
    const [namespace, pathClass, contentDigest] = file
    if (!namespaces.includes(namespace)) throw new Error('a scan asked for results of another account or source')
    return fileResults?.keyOf(storedNamespace(scan, namespace), { pathClass, contentDigest }) ?? Buffer.of()
  }
  const keyToRead = keyIn([...own, 'public'])
  const keyToWrite = keyIn(own)
  switch (call.to) {
    case 'advisories-ready':
      return advisories.ready(call.ecosystem, scan.signal)
    case 'advisories-match':
      return advisories.match(call.components)
    case 'advisories-unreadable':
      return advisories.unreadable(call.components)
    case 'find-results': {
      const keys = call.files.map(keyToRead)
      return asManyAsFit(keys, await fileResults?.find(keys), (result) => result)
    }
    case 'keep-results':
      await fileResults?.keep(call.results.map(({ file, result }) => ({ key: keyToWrite(file), result })))
      return null
    case 'find-units': {
      const keys = call.files.map(keyToRead)
      return asManyAsFit(keys, await fileResults?.findUnits(keys), (unit) => unit.toString('base64'))
    }
    case 'keep-units':
      await fileResults?.keepUnits(
        call.units.map(({ file, unit }) => ({ key: keyToWrite(file), unit: Buffer.from(unit, 'base64') })),
      )
      return null
    case 'access': {
      if (call.repository !== scan.repository) throw new Error('a scan asked for access to another repository')
      const credential = await scan.credentialFor?.(new URL(call.repository), scan.signal)
      if (credential) await scan.lend(call.repository, credential)
      return credential !== undefined
    }
  }
}

/** A process that also scans sources of others must not change what the account's private scans use. */
const storedNamespace = ({ accountId, isOfAccount }: CallingScan, namespace: StoredFile[0]): ResultNamespace =>
  namespace === `account:${accountId}` && !isOfAccount ? `internal:${accountId}` : namespace

function ownNamespaces({ accountId, canonicalUrl }: CallingScan): string[] {
  return [
    ...(accountId === undefined ? [] : [`account:${accountId}`]),
    ...(canonicalUrl === undefined ? [] : [`source:${canonicalUrl}`]),
  ]
}

/** Returns the stored values by index. Values that do not fit into one message count as not stored. */
function asManyAsFit<Value, Sent>(
  keys: readonly Buffer[],
  found: ReadonlyMap<string, Value> = new Map<string, Value>(),
  sent: (value: Value) => Sent,
): (readonly [number, Sent])[] {
  const answer: (readonly [number, Sent])[] = []
  let bytes = 0
  for (const [index, key] of keys.entries()) {
    const value = found.get(key.toString('hex'))
    if (value === undefined) continue
    const one = sent(value)
    bytes += (typeof one === 'string' ? one.length : Buffer.byteLength(JSON.stringify(one))) + 16
    if (bytes > scanProcessLimits.maxMessageBytes / 2) break
    answer.push([index, one])
  }
  return answer
}
