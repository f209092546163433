import { keepFix, keepReading } from '../../../../engine/scanner/reachability/package-reader.ts'
import type { DerivedFix } from '../../../../engine/scanner/reachability/derive-functions.ts'
import type { FixedAdvisory, PackageStore } from '../../../../engine/scanner/reachability/package-store.ts'
import { ScanProcessEnded } from '../scan-process-ended.ts'
import type { PackageResult, PackageTask } from './package-messages.ts'

export interface PackageReadsOptions {
  /** Store for the results that all scans share. */
  readonly store: PackageStore
  /** Reads a package in a process that parses nothing else. Throws ScanProcessEnded if the process ends first. */
  readonly read: (task: PackageTask, onWait: (isWaiting: boolean) => void) => Promise<PackageResult>
}

/** Reads published packages for all scans of a worker. */
export interface PackageReads {
  /**
   * Reads what a scan asks for, and stores it for all scans. Scans that ask for the same share the read. It continues
   * if one of them ends. Rejects for packages whose results scans must not share.
   */
  read(task: PackageTask, onWait: (isWaiting: boolean) => void): Promise<PackageResult>
}

interface SharedRead {
  readonly result: Promise<PackageResult>
  readonly listeners: Set<(isWaiting: boolean) => void>
  isWaiting: boolean
}

/** Number of times that a read is started. Another package may have ended the process. */
const attempts = 2

export function createPackageReads({ store, read: readOnce }: PackageReadsOptions): PackageReads {
  const reads = new Map<string, SharedRead>()

  async function readAndKeep(task: PackageTask, onWait: (isWaiting: boolean) => void): Promise<PackageResult> {
    const result = await attempt(task, onWait)
    await keep(store, task, result)
    return result
  }

  async function attempt(task: PackageTask, onWait: (isWaiting: boolean) => void): Promise<PackageResult> {
    for (let left = attempts; ; left -= 1)
      try {
        return await readOnce(task, onWait)
      } catch (error) {
        if (!(error instanceof ScanProcessEnded)) throw error
        if (left === 1) return { failure: 'its archive was not read, because the process that reads packages ended' }
      }
  }

  function start(key: string, task: PackageTask): SharedRead {
    const listeners: SharedRead['listeners'] = new Set()
    const onWait = (isWaiting: boolean) => {
      read.isWaiting = isWaiting
      for (const listener of listeners) listener(isWaiting)
    }
    const result = readAndKeep(task, onWait).finally(() => reads.delete(key))
    const read: SharedRead = { result, listeners, isWaiting: false }
    reads.set(key, read)
    return read
  }

  return {
    async read(task, onWait) {
      if (!store.isShared(task.task === 'summarize' ? task.version : task.fix))
        throw new Error('scans do not share results about this package')
      const key = JSON.stringify(task)
      const read = reads.get(key) ?? start(key, task)
      if (read.isWaiting) onWait(true)
      read.listeners.add(onWait)
      try {
        return await read.result
      } finally {
        read.listeners.delete(onWait)
      }
    },
  }
}

/** Stores a result. Throws if it does not belong to the task. */
async function keep(store: PackageStore, task: PackageTask, result: PackageResult): Promise<void> {
  if ('failure' in result) return
  if (task.task === 'derive' && 'record' in result && isOfFix(result, task.fix)) return keepFix(store, task.fix, result)
  if (task.task === 'summarize' && 'summary' in result)
    return keepReading(store, task.version, { ...result, summary: Buffer.from(result.summary, 'base64') })
  if (task.task === 'summarize' && 'problem' in result) return keepReading(store, task.version, result)
  throw new Error('the process that reads packages sent the result of another task')
}

const isOfFix = ({ functions, record }: Pick<DerivedFix, 'functions' | 'record'>, fix: FixedAdvisory): boolean =>
  functions.ecosystem === fix.ecosystem &&
  functions.name === fix.name &&
  functions.fixedVersion === fix.fixedVersion &&
  functions.affectedVersion === record.affectedVersion
