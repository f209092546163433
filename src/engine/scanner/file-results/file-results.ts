import { hash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Log } from '../../model/log.ts'
import { fileEngineVersion } from '../engine-version.ts'
import type { ResultCache } from '../result-cache.ts'
import { payloadName, type PayloadKind, ResultSegment } from './result-segment.ts'
import { SegmentWriter } from './segment-writer.ts'
import { segmentSuffix, tidySegments, unfinishedSegmentSuffix } from './tidy-segments.ts'

export interface FileResultsOptions {
  /** Absolute path. The first write creates the folder, which only its owner can read. */
  readonly folder: string
  readonly log: Pick<Log, 'warn'>
  /** Engine version. Defaults to the engine's digest. */
  readonly version?: string
  /** Maximum size of all stored results. Defaults to 512 MiB. */
  readonly maxBytes?: number
}

const defaultMaxBytes = 512 * 1024 * 1024

/** Lowest compression level, because payloads are written far less often than they are read. */
const compression = { level: 1 } as const

/**
 * Opens the CLI's cache of single-file results. On disposal, each process writes its results to a new file of its own,
 * so processes do not wait for each other. Damaged files and results count as missing. If the folder is not writable,
 * nothing is stored.
 */
export function openFileResults({
  folder,
  log,
  version = fileEngineVersion(),
  maxBytes = defaultMaxBytes,
}: FileResultsOptions): ResultCache & Disposable {
  const prefix = hash('sha256', version).slice(0, 16)
  const classKeys = new Map<string, string>()
  let segments: readonly ResultSegment[] | undefined
  let writer: SegmentWriter | undefined
  let isWritable = true

  function newPath(): { readonly path: string; readonly unfinished: string } {
    const path = join(folder, `${prefix}-${randomBytes(8).toString('hex')}`)
    return { path: path + segmentSuffix, unfinished: path + unfinishedSegmentSuffix }
  }

  function openSegments(): readonly ResultSegment[] {
    return (segments ??= segmentNames(folder)
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => ResultSegment.open(join(folder, name)) ?? []))
  }

  function find(kind: PayloadKind, key: Buffer): Buffer | undefined {
    const name = payloadName(kind, key)
    const found = writer?.find(name)
    if (found) return unpacked(found)
    for (const segment of openSegments()) {
      const payload = segment.find(name)
      if (payload) return unpacked(payload)
    }
    return undefined
  }

  function findAll<Value>(kind: PayloadKind, keys: readonly Buffer[], read: (bytes: Buffer) => Value | undefined) {
    const values = new Map<string, Value>()
    for (const key of keys) {
      const bytes = find(kind, key)
      const value = bytes && read(bytes)
      if (value !== undefined) values.set(key.toString('hex'), value)
    }
    return values
  }

  /** Ignores write errors, because a full disk or a read-only folder must not end a scan. */
  function writing(write: () => void): void {
    if (!isWritable) return
    try {
      write()
    } catch (error) {
      isWritable = false
      writer?.[Symbol.dispose]()
      writer = undefined
      log.warn({ error: error instanceof Error ? error.message : String(error) }, 'results of files not stored')
    }
  }

  function keep(kind: PayloadKind, payloads: Iterable<readonly [key: Buffer, bytes: Buffer | string]>): void {
    writing(() => {
      for (const [key, bytes] of payloads) {
        if (!writer) {
          mkdirSync(folder, { recursive: true, mode: 0o700 })
          const { path, unfinished } = newPath()
          writer = new SegmentWriter(path, unfinished)
        }
        writer.add(payloadName(kind, key), deflateRawSync(bytes, compression))
      }
    })
  }

  return {
    keyOf(namespace, { pathClass, contentDigest }) {
      const name = JSON.stringify([namespace, version, pathClass])
      const classKey = classKeys.get(name) ?? hash('sha256', name)
      classKeys.set(name, classKey)
      return hash('sha256', classKey + contentDigest, 'buffer')
    },
    find: async (keys) => findAll('result', keys, parsed),
    keep: async (results) =>
      keep(
        'result',
        results.map(({ key, result }) => [key, JSON.stringify(result)] as const),
      ),
    findUnits: async (keys) => findAll('unit', keys, (bytes) => bytes),
    keepUnits: async (units) =>
      keep(
        'unit',
        units.map(({ key, unit }) => [key, unit] as const),
      ),
    async forget() {
      // Ignores the namespace, because the CLI has only one.
      for (const segment of segments ?? []) segment[Symbol.dispose]()
      segments = []
      for (const name of segmentNames(folder)) rmSync(join(folder, name), { force: true })
    },
    [Symbol.dispose]() {
      for (const segment of segments ?? []) segment[Symbol.dispose]()
      segments = undefined
      if (!writer) return
      writing(() => {
        writer?.publish()
        tidySegments(folder, { version: prefix, maxBytes, newPath })
      })
      writer?.[Symbol.dispose]()
      writer = undefined
    },
  }
}

/** Returns the names of all segments, unsorted. Empty before the first scan. Folders are not segments. */
function segmentNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && entry.name.endsWith(segmentSuffix))
      .map(({ name }) => name)
  } catch {
    return []
  }
}

function unpacked(payload: Buffer): Buffer | undefined {
  try {
    return inflateRawSync(payload)
  } catch {
    return undefined
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
