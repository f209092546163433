import type { IsolationInForce } from '../model/isolation-in-force.ts'
import type { IsolationLimits } from './isolation-limits.ts'
import type { WorkClock } from './work-clock.ts'

/** One file that a child works on. */
export interface IsolatedFile {
  readonly path: string
  /** Asked for once, when the file's turn comes, so that few contents are in memory at a time. */
  readonly read: () => Buffer
  /**
   * The file of the same project with this name, for tasks that need files beside the one they work on. Undefined if no
   * such file exists. A child decides for which names it asks, so this must give nothing that the child may not see.
   */
  readonly beside?: (name: string) => Buffer | undefined
  /**
   * Whether the project has a file of this name. Absent: `beside` decides. Gives nothing that the child may not see,
   * either.
   */
  readonly isBeside?: (name: string) => boolean
}

/**
 * What came of one file: a result, or why there is none. A result is what a hostile file may have made of its child: at
 * most `isolationLimits.maxResultBytes` of JSON, and nothing else is sure before it is parsed. The reason is for
 * people,
 * and names no file.
 */
export type FileOutcome =
  | { readonly path: string; readonly result: unknown }
  | {
      readonly path: string
      readonly failure: string
      /** `service`: our time or machine may be the cause. Absent: the content of the file. */
      readonly cause?: 'service'
      /** The task threw, or its answer was too large: the file did its child no harm. */
      readonly isOfTask?: true
      /** Milliseconds that a child worked on it in vain, where its content ended the child. */
      readonly lostMs?: number
    }

/** The children of one scan. No other scan's files ever reach them. */
export interface IsolatedWork extends AsyncDisposable {
  /**
   * Has every file worked on by the task of this name, several at once, and yields outcomes as they come. A file that
   * kills its child, or takes too long, is an outcome with a failure, and the others go on in another child. Throws
   * when the signal aborts.
   */
  run(task: string, files: Iterable<IsolatedFile>): AsyncIterable<FileOutcome>
  /**
   * Processor time that the children of runs that have ended used for files, in milliseconds; 0 where the system does
   * not say.
   */
  readonly computedMs: number
}

/** Where a scan gets children from. */
export interface Isolation {
  readonly inForce: IsolationInForce
  /**
   * Starts a scan's work; disposal ends its children. `bounds` replace those of reading files. The work pauses `clock`
   * while it waits for a child, which another scan may have.
   */
  open(signal: AbortSignal, bounds?: Partial<IsolationLimits>, clock?: WorkClock): IsolatedWork
}

/**
 * The children of one scan. A child that finishes a stage continues with the next stage. Disposal ends the children.
 */
export interface ScanIsolation extends Isolation, AsyncDisposable {}

/** Children that do what may crash or hang, for all scans of this process. */
export interface IsolationPool extends Isolation, AsyncDisposable {
  /** Has a child ready for the scan that begins, while its source is being fetched. */
  warm(): void
  /** For one scan, whose stages open work one after the other. All of them pause `clock` while no stage has a child. */
  forScan(clock?: WorkClock): ScanIsolation
}

/** One file as a task gets it. */
export interface TaskFile {
  readonly path: string
  readonly content: Buffer
  /** Asks the parent for another file of the same project, and waits for it. Undefined if no such file exists. */
  readonly beside: (name: string) => Buffer | undefined
  /** Asks the parent whether the project has a file of this name. The content is not sent. */
  readonly isBeside: (name: string) => boolean
}

/**
 * What a module that children load exports as `tasks`: functions of one file's path and content. What they return is
 * told as JSON; what they throw is the failure of their file.
 */
export type IsolatedTasks = Readonly<Record<string, (file: TaskFile) => unknown>>
