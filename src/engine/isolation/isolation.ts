import type { IsolationInForce } from '../model/isolation-in-force.ts'
import type { IsolationLimits } from './isolation-limits.ts'
import type { WorkClock } from './work-clock.ts'

/** File for a child to process. */
export interface IsolatedFile {
  readonly path: string
  /** Reads the content. Called only when it is the file's turn, so that few files are in memory at a time. */
  readonly read: () => Buffer
  /**
   * Returns another file of the same project by name, for tasks that need several files. Returns undefined if the file
   * does not exist. The child chooses the names, so this must never return content that the child is not allowed to
   * see.
   */
  readonly beside?: (name: string) => Buffer | undefined
  /**
   * Reports whether the project has a file with this name. By default, calls `beside`. Must not reveal anything that
   * the child is not allowed to see.
   */
  readonly isBeside?: (name: string) => boolean
  /**
   * Called for each attempt to process the file. Returns the receiver for the parts that the task sends before its
   * result. A child may send anything, so the receiver must throw for parts that it rejects; this ends the child.
   */
  readonly takeParts?: () => PartReceiver
}

/** Receives an answer part, which consists of bytes and a header that has not been validated. */
export type PartReceiver = (head: unknown, content: Buffer) => void

/**
 * Result for one file, or why the file has no result. A hostile file may have taken control of its child, so a result
 * is untrusted JSON of at most `isolationLimits.maxResultBytes`. The reason is for display and does not name the file.
 */
export type FileOutcome =
  | { readonly path: string; readonly result: unknown }
  | {
      readonly path: string
      readonly failure: string
      /** `service` if a lack of time or the machine may be the cause. Absent if the file content is the cause. */
      readonly cause?: 'service'
      /** True if the task threw or its result was too large. In these cases, the child continues to run. */
      readonly isOfTask?: true
      /** Milliseconds that a child spent on the file, if its content ended the child. */
      readonly lostMs?: number
      /** True if a child that had received no other file exceeded its memory. */
      readonly isOfMemory?: true
    }

/** One scan's child processes. They receive no files from other scans, except for `SharedTasks`. */
export interface IsolatedWork extends AsyncDisposable {
  /**
   * Runs a task for every file, several in parallel, and yields results as they arrive. If a file kills its child or
   * takes too long, its result is a failure, and the remaining files continue in another child. Throws if the signal
   * aborts.
   */
  run(task: string, files: Iterable<IsolatedFile>): AsyncIterable<FileOutcome>
  /**
   * CPU time that the children of finished runs spent on files, in milliseconds. 0 if the system does not report it.
   */
  readonly computedMs: number
}

/** Provides a scan's child processes. */
export interface Isolation {
  readonly inForce: IsolationInForce
  /**
   * Opens a scan's work. Disposal ends its child processes. `bounds` overrides the limits on reading files. If it
   * changes the limits on a child, the work gets children of its own. `clock` is paused while the work waits for a
   * child that another scan is using.
   */
  open(signal: AbortSignal, bounds?: Partial<IsolationLimits>, clock?: WorkClock): IsolatedWork
}

/**
 * One scan's child processes. A child that finishes a stage is reused for the next stage. Disposal ends the child
 * processes.
 */
export interface ScanIsolation extends Isolation, AsyncDisposable {}

/**
 * Tasks whose children are reused for the next scan. Only for local folders that the same user scans together, and only
 * for tasks without native code, because a file that takes control of its child could change the results of later
 * files.
 */
export interface SharedTasks {
  readonly tasks: readonly string[]
  /** Name of the task that clears the state kept in a child between scans. */
  readonly forget: string
}

/** Child processes for code that may crash or hang, shared by all scans in this process. */
export interface IsolationPool extends Isolation, AsyncDisposable {
  /**
   * Starts a child for an upcoming scan, for example while its source is being fetched. `tasks` lists the tasks that
   * the scan needs first. Defaults to all tasks that do not require a separate child.
   */
  warm(tasks?: readonly string[]): void
  /**
   * Returns the isolation for one scan, whose stages run one at a time. `clock` is paused while no stage has a child.
   * `tasks` lists the tasks of the first child, as for `warm`.
   */
  forScan(clock?: WorkClock, tasks?: readonly string[]): ScanIsolation
}

/** File that a task receives. */
export interface TaskFile {
  readonly path: string
  readonly content: Buffer
  /**
   * Requests another file of the same project from the parent and waits for it. Returns undefined if it does not exist.
   */
  readonly beside: (name: string) => Buffer | undefined
  /** Asks the parent whether the project has a file with this name, without requesting its content. */
  readonly isBeside: (name: string) => boolean
  /** Sends an answer part. For results that are too large for one message or are not text. */
  readonly send: (head: unknown, content: Buffer) => void
}

/**
 * `tasks` export of a module that child processes load. Each task receives one file and returns a result, which is sent
 * as JSON. If the task throws, the file counts as failed.
 */
export type IsolatedTasks = Readonly<Record<string, (file: TaskFile) => unknown>>

/** Module that child processes load. */
export interface IsolatedModule {
  readonly tasks: IsolatedTasks
  /**
   * Loads everything that the tasks need, because the child cannot open files afterwards. `only` lists this child's
   * tasks. Defaults to all tasks that do not require a separate child.
   */
  readonly prepare?: (only: readonly string[] | undefined) => Promise<void>
}
