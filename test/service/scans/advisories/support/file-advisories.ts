import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  type FileAdvisoryOptions,
  openFileAdvisories,
} from '../../../../../src/engine/advisories/file-store/file-advisory-store.ts'
import { fileFeedStore } from '../../../../../src/engine/advisories/file-store/file-feed-store.ts'
import type { FeedSyncContext } from '../../../../../src/engine/advisories/sync/sync-context.ts'
import { createNetwork } from '../../../../../src/engine/net/http-network.ts'
import { outgoingLimits } from '../../../../../src/engine/net/outgoing-limits.ts'

/** Creates a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const log = { info: () => {}, warn: () => {} }

function loopbackAccess() {
  const network = createNetwork({
    allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }],
    limits: { ...outgoingLimits, maxAttempts: 1, responseTimeoutMs: 5_000 },
  })
  return {
    network,
    temporaryFolder: temporaryFolder(),
    [Symbol.asyncDispose]: () => network[Symbol.asyncDispose](),
  }
}

/** A sync of feeds on loopback or in folders, into files. */
export function fileSync(folder: string, bases: readonly string[]): FeedSyncContext {
  const access = loopbackAccess()
  onTestFinished(() => access[Symbol.asyncDispose]())
  return { ...access, bases, log, store: fileFeedStore(folder) }
}

/** Opens the advisories in files like a scan. Without `sync`, they are not updated. */
export function fileAdvisories(folder: string, bases: readonly string[], { sync }: { readonly sync: boolean }) {
  const options: FileAdvisoryOptions = {
    folder,
    bases,
    ...(sync && { sync: { openAccess: loopbackAccess, log, signal: new AbortController().signal } }),
  }
  const store = openFileAdvisories(options)
  onTestFinished(() => store[Symbol.dispose]())
  return store
}
