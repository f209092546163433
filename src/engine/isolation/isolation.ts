import type { IsolationInForce } from '../model/isolation-in-force.ts'
import type { IsolationLimits } from './isolation-limits.ts'
import type { WorkClock } from './work-clock.ts'

/** One file for a child. */
export interface IsolatedFile {
  readonly path: string
  /** Called once, when it is the file's turn, so that few contents are in memory at a time. */
  readonly read: () => Buffer
  /**
   * The file of the same project with this name, for tasks that need further files. Undefined if no such file exists.
   * The child chooses the names, so this must not return anything that the child may not see.
   */
  readonly beside?: (name: string) => Buffer | undefined
  /**
   * Whether the project has a file with this name. Defaults to `beside`. Must not reveal anything that the child may
   * not see.
   */
  readonly isBeside?: (name: string) => boolean
  /**
   * Called for each attempt. Returns the receiver of the parts that the task sends before its result. A child may send
   * anything: the receiver throws for a part that it rejects, which ends the child.
   */
  readonly takeParts?: () => PartReceiver
}

/** Receives a part of an answer: a header, which is not validated, and bytes. */
export type PartReceiver = (head: unknown, content: Buffer) => void

/**
 * Result of one file, or why there is no result. A hostile file may control its child, so a result is only known to be
 * at most `isolationLimits.maxResultBytes` of JSON until it is validated. The reason is for display, and names no file.
 */
export type FileOutcome =
  | { readonly path: string; readonly result: unknown }
  | {
      readonly path: string
      readonly failure: string
      /** `service`: the time or the machine may be the cause. Absent if the content of the file is the cause. */
      readonly cause?: 'service'
      /** The task threw, or its result was too large. The child is not affected. */
      readonly isOfTask?: true
      /** Milliseconds that a child worked on it in vain, if its content ended the child. */
      readonly lostMs?: number
    }

/** The child processes of one scan. They receive no files of other scans, except for `SharedTasks`. */
export interface IsolatedWork extends AsyncDisposable {
  /**
   * Runs the task with this name for every file, several at a time, and yields results as they arrive. A file that
   * kills its child, or takes too long, has a failure as its result, and the others continue in another child. Throws
   * when the signal aborts.
   */
  run(task: string, files: Iterable<IsolatedFile>): AsyncIterable<FileOutcome>
  /**
   * Processor time that the child processes of finished runs used for files, in milliseconds. 0 if the system does not
   * provide it.
   */
  readonly computedMs: number
}

/** The source of a scan's child processes. */
export interface Isolation {
  readonly inForce: IsolationInForce
  /**
   * Starts a scan's work. Disposal ends its child processes. `bounds` replace the limits of reading files. The work
   * pauses `clock` while it waits for a child that another scan uses.
   */
  open(signal: AbortSignal, bounds?: Partial<IsolationLimits>, clock?: WorkClock): IsolatedWork
}

/** The child processes of one scan. A child that finishes a stage continues with the next stage. Disposal ends them. */
export interface ScanIsolation extends Isolation, AsyncDisposable {}

/**
 * Tasks whose child processes continue with the next scan. Only for scans that one person started together on their
 * own folders, and for tasks without native code: a file that takes control of its child could change the results of
 * later files.
 */
export interface SharedTasks {
  readonly tasks: readonly string[]
  /** The task that makes a child forget what it keeps from one scan to the next. */
  readonly forget: string
}

/** Child processes for code that may crash or hang, for all scans of this process. */
export interface IsolationPool extends Isolation, AsyncDisposable {
  /**
   * Prepares a child for a starting scan, for example while its source is fetched. `tasks` are the tasks that the scan
   * needs first. By default, all tasks that do not have children of their own.
   */
  warm(tasks?: readonly string[]): void
  /**
   * For one scan, whose stages start work one after the other. All of them pause `clock` while no stage has a child.
   * `tasks` are those of its first child, as for `warm`.
   */
  forScan(clock?: WorkClock, tasks?: readonly string[]): ScanIsolation
}

/** One file as input of a task. */
export interface TaskFile {
  readonly path: string
  readonly content: Buffer
  /** Asks the parent for another file of the same project, and waits for it. Undefined if no such file exists. */
  readonly beside: (name: string) => Buffer | undefined
  /** Asks the parent whether the project has a file of this name. The content is not sent. */
  readonly isBeside: (name: string) => boolean
  /** Sends a part of the answer, for results that are larger than a message or are not text. */
  readonly send: (head: unknown, content: Buffer) => void
}

/**
 * The `tasks` export of a module that child processes load: functions of one file's path and content. Their results are
 * sent as JSON. If they throw, the file fails.
 */
export type IsolatedTasks = Readonly<Record<string, (file: TaskFile) => unknown>>

/** A module that child processes load. */
export interface IsolatedModule {
  readonly tasks: IsolatedTasks
  /**
   * Loads everything that the tasks need. Afterwards a child can open no file. `only`: the tasks of this child. By
   * default, all tasks that do not have children of their own.
   */
  readonly prepare?: (only: readonly string[] | undefined) => Promise<void>
}
