import type { AdvisoryStore, UnreadableMatch } from '../../../engine/advisories/advisory-store.ts'
import type { AdvisoryMatch } from '../../../engine/model/advisory.ts'
import type { Component } from '../../../engine/model/component.ts'
import { type ServerNamesOf, keepNames } from '../../../engine/scanner/names-in-use.ts'
import type { ResultCache, ResultNamespace } from '../../../engine/scanner/result-cache.ts'
import type { Call, CallAnswers, StoredFile } from './messages.ts'
import { scanProcessLimits } from './scan-process-limits.ts'

/** Sends a request to the worker, and returns its answer. Rejects if the worker refuses it. */
export type CallWorker = <Name extends Call['to']>(call: Extract<Call, { to: Name }>) => Promise<CallAnswers[Name]>

/** The worker's advisories. Asks about some components at a time, so that the worker handles other work in between. */
export const remoteAdvisories = (call: CallWorker): AdvisoryStore => ({
  ready: (ecosystem) => call({ to: 'advisories-ready', ecosystem }),
  async match(components) {
    const matches: AdvisoryMatch[] = []
    let unknownUpperBounds = 0
    for (const batch of componentBatches(components)) {
      const found = await call({ to: 'advisories-match', components: batch })
      for (const match of found.matches) matches.push(match)
      unknownUpperBounds += found.unknownUpperBounds
    }
    return { matches, unknownUpperBounds }
  },
  async unreadable(components) {
    const found = new Map<string, UnreadableMatch>()
    for (const batch of componentBatches(components))
      for (const match of await call({ to: 'advisories-unreadable', components: batch }))
        found.set(JSON.stringify([match.ecosystem, match.packageName, match.id]), match)
    return [...found.values()]
  },
})

/** Splits components into batches of one ecosystem, because matches are sorted by ecosystem. */
function* componentBatches(components: readonly Component[]): Generator<Component[]> {
  const { maxComponentsPerCall } = scanProcessLimits
  for (const ofEcosystem of Map.groupBy(components, ({ ecosystem }) => ecosystem).values())
    for (let start = 0; start < ofEcosystem.length; start += maxComponentsPerCall)
      yield ofEcosystem.slice(start, start + maxComponentsPerCall)
}

/** The worker's list of popular servers. */
export const remoteServerNames = (call: CallWorker): ServerNamesOf =>
  keepNames((ecosystem) => call({ to: 'server-names', ecosystem }))

/**
 * The worker's cache of file results. Its keys name the file, because only the worker can compute the stored keys. So
 * this process can neither read nor write results of other accounts.
 */
export function remoteResults(call: CallWorker): ResultCache {
  return {
    keyOf: (namespace, { pathClass, contentDigest }) => keyOf([storedNamespace(namespace), pathClass, contentDigest]),
    async find(keys) {
      const found = await call({ to: 'find-results', files: keys.map(fileOf) })
      return new Map(found.map(([index, result]) => [hexOf(keys[index]), result]))
    },
    async keep(results) {
      for (const batch of inBatches(results, ({ result }) => JSON.stringify(result ?? null).length))
        await call({
          to: 'keep-results',
          results: batch.map(({ key, result }) => ({ file: fileOf(key), result })),
        })
    },
    async findUnits(keys) {
      const found = await call({ to: 'find-units', files: keys.map(fileOf) })
      return new Map(found.map(([index, base64]) => [hexOf(keys[index]), Buffer.from(base64, 'base64')]))
    },
    async keepUnits(units) {
      for (const batch of inBatches(units, ({ unit }) => unit.length))
        await call({
          to: 'keep-units',
          units: batch.map(({ key, unit }) => ({ file: fileOf(key), unit: unit.toString('base64') })),
        })
    },
    forget: () => Promise.reject(new Error('only the service removes stored results')),
  }
}

const keyOf = (file: StoredFile): Buffer => Buffer.from(JSON.stringify(file))
const fileOf = (key: Buffer): StoredFile => JSON.parse(key.toString())
const hexOf = (key: Buffer | undefined): string => key?.toString('hex') ?? ''

const isInternal = (namespace: ResultNamespace): namespace is `internal:${string}` => namespace.startsWith('internal:')

function storedNamespace(namespace: ResultNamespace): StoredFile[0] {
  if (namespace === 'command') throw new Error('the service has no results of the command line')
  if (isInternal(namespace)) throw new Error('only the worker chooses this namespace')
  return namespace
}

/** Splits a list so that each part but the last one has at least `batchBytes`. */
function* inBatches<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Generator<readonly Item[]> {
  let batch: Item[] = []
  let bytes = 0
  for (const item of items) {
    batch.push(item)
    bytes += sizeOf(item)
    if (bytes < scanProcessLimits.batchBytes) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}
