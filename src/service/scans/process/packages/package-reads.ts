import { LRUCache } from 'lru-cache'
import { createTurns } from '../../../../engine/isolation/turns.ts'
import type { DerivedFix } from '../../../../engine/scanner/reachability/derive-functions.ts'
import { keepFix, keepReading } from '../../../../engine/scanner/reachability/package-reader.ts'
import type { FixedAdvisory, PackageStore } from '../../../../engine/scanner/reachability/package-store.ts'
import { createScansApart } from '../../stalls/scans-apart.ts'
import { ScanProcessEnded } from '../scan-process-ended.ts'
import { scanProcessLimits } from '../scan-process-limits.ts'
import { untilAborted } from '../until-aborted.ts'
import type { PackageAnswer, PackageResult, PackageTask } from './package-messages.ts'

export interface PackageReadsOptions {
  /** Store for the results that all scans share. */
  readonly store: PackageStore
  /** Reads a package in a process that parses nothing else. Throws ScanProcessEnded if the process ends first. */
  readonly read: (task: PackageTask, onWait: (isWaiting: boolean) => void) => Promise<PackageResult>
}

/** A scan that asks for a package. */
export interface AskingScan {
  /** Identifies the scan. Scans take turns. */
  readonly owner: object
  /** Aborts when the scan has ended. */
  readonly signal: AbortSignal
  /** Called when the read starts or stops to wait. */
  readonly onWait: (isWaiting: boolean) => void
}

/** Reads published packages for all scans of a worker. */
export interface PackageReads {
  /**
   * Reads what a scan asks for, and stores it for all scans. Scans that ask for the same share the read. Once started,
   * it continues if they end. Rejects for packages whose results scans must not share, and if the scan ends.
   */
  read(task: PackageTask, scan: AskingScan): Promise<PackageAnswer>
}

/** A read that at least one scan waits for, or that has started. */
interface OpenRead {
  readonly answer: Promise<PackageAnswer>
  readonly scans: Set<AskingScan>
  isWaiting: boolean
  /** True once it has had its turn. */
  hasStarted: boolean
  /** Aborts when no scan waits any more. A scan that asks for the same later replaces it. */
  abandoned: AbortController
}

const ended: PackageAnswer = {
  failure: 'its archive was not read, because the process that reads packages ended',
}

export function createPackageReads({ store, read: readOnce }: PackageReadsOptions): PackageReads {
  const reads = new Map<string, OpenRead>()
  const turns = createTurns({ count: scanProcessLimits.maxReadsAtOnce, turnMs: Infinity })
  const apart = createScansApart()
  /** Number of reads that each scan waits for. */
  const asked = new WeakMap<object, number>()
  const ending = new LRUCache<string, true>({ max: 1_000, ttl: scanProcessLimits.endingReadMs })

  /**
   * Reads a package. A read that is lost because the process ends is repeated alone, so that the next end has one
   * possible cause. The package that caused it is then not read for a while.
   */
  async function run(key: string, task: PackageTask, owner: object, read: OpenRead) {
    const onWait = (isWaiting: boolean) => {
      read.isWaiting = isWaiting
      for (const scan of read.scans) scan.onWait(isWaiting)
    }
    if (ending.has(key)) return ended
    using held = new DisposableStack()
    held.use(await turns.take(owner, read.abandoned.signal))
    read.hasStarted = true
    for (const isAlone of [false, true]) {
      using place = new DisposableStack()
      place.use(await apart.take(isAlone, read.abandoned.signal))
      onWait(false)
      try {
        return await keep(store, task, await readOnce(task, onWait))
      } catch (error) {
        if (!(error instanceof ScanProcessEnded)) throw error
      }
      onWait(true)
    }
    ending.set(key, true)
    return ended
  }

  function start(key: string, task: PackageTask, owner: object): OpenRead {
    const { promise: answer, resolve } = Promise.withResolvers<PackageAnswer>()
    const read: OpenRead = {
      answer,
      scans: new Set(),
      abandoned: new AbortController(),
      isWaiting: true,
      hasStarted: false,
    }
    reads.set(key, read)
    const isOver = () => {
      if (reads.get(key) === read) reads.delete(key)
    }
    resolve(run(key, task, owner, read).finally(isOver))
    // No scan may be waiting when it is abandoned.
    answer.catch(() => {})
    return read
  }

  /** Returns the read of a task that is already open, and that has not lost its turn because no scan waited. */
  function openRead(key: string): OpenRead | undefined {
    const read = reads.get(key)
    if (!read?.abandoned.signal.aborted) return read
    if (!read.hasStarted) return undefined
    // It may be lost, and must then be repeated for the scan that asks now.
    read.abandoned = new AbortController()
    return read
  }

  /** Counts a read that a scan waits for. Scans that ask for the same wait for the turn of the first one. */
  function countOf(owner: object): Disposable {
    const count = asked.get(owner) ?? 0
    if (count >= scanProcessLimits.maxReadsPerScan) throw new Error('a scan asked for too many packages at a time')
    asked.set(owner, count + 1)
    return { [Symbol.dispose]: () => void asked.set(owner, (asked.get(owner) ?? 1) - 1) }
  }

  return {
    async read(task, scan) {
      if (!store.isShared(task.task === 'summarize' ? task.version : task.fix))
        throw new Error('scans do not share results about this package')
      scan.signal.throwIfAborted()
      using held = new DisposableStack()
      held.use(countOf(scan.owner))
      const key = JSON.stringify(task)
      const read = openRead(key) ?? start(key, task, scan.owner)
      read.scans.add(scan)
      scan.onWait(read.isWaiting)
      try {
        return await untilAborted(read.answer, scan.signal)
      } finally {
        read.scans.delete(scan)
        if (read.scans.size === 0) read.abandoned.abort(new Error('no scan waits for this package'))
      }
    },
  }
}

/** Stores a result. Throws if it does not belong to the task. */
async function keep(store: PackageStore, task: PackageTask, result: PackageResult): Promise<PackageAnswer> {
  if ('failure' in result) return result
  if (task.task === 'derive' && 'record' in result && isOfFix(result, task.fix)) {
    const { record, bytes } = result
    await keepFix(store, task.fix, result)
    return {
      archives: [
        { digest: record.affectedDigest, bytes: bytes[0] },
        { digest: record.fixedDigest, bytes: bytes[1] },
      ],
    }
  }
  if (task.task !== 'summarize' || 'record' in result)
    throw new Error('the process that reads packages sent the result of another task')
  const { digest, bytes } = result
  await keepReading(
    store,
    task.version,
    'summary' in result ? { digest, bytes, summary: Buffer.from(result.summary, 'base64') } : result,
  )
  return { archives: [{ digest, bytes }] }
}

const isOfFix = ({ functions, record }: Pick<DerivedFix, 'functions' | 'record'>, fix: FixedAdvisory): boolean =>
  functions.ecosystem === fix.ecosystem &&
  functions.name === fix.name &&
  functions.fixedVersion === fix.fixedVersion &&
  functions.affectedVersion === record.affectedVersion
