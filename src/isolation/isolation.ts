import type { IsolationInForce } from '../model/isolation-in-force.ts'
import type { IsolationLimits } from './isolation-limits.ts'

/** One file that a child works on. */
export interface IsolatedFile {
  readonly path: string
  /** Asked for once, when the file's turn comes, so that few contents are in memory at a time. */
  readonly read: () => Buffer
}

/**
 * What came of one file: a result, or why there is none. A result is what a hostile file may have made of its child: at most
 * `limits.isolation.resultBytes` of JSON, and nothing else is sure before it is parsed. The reason is for people, and names no file.
 */
export type FileOutcome = { readonly path: string; readonly result: unknown } | { readonly path: string; readonly failure: string }

/** The children of one scan. No other scan's files ever reach them. */
export interface IsolatedWork extends AsyncDisposable {
  /**
   * Has every file worked on by the task of this name, several at once, and yields outcomes as they come. A file that kills its child, or
   * takes too long, is an outcome with a failure, and the others go on in another child. Throws when the signal aborts.
   */
  run(task: string, files: Iterable<IsolatedFile>): AsyncIterable<FileOutcome>
}

/** Children that do what may crash or hang, for all scans of this process. */
export interface IsolationPool extends AsyncDisposable {
  readonly inForce: IsolationInForce
  /** Has a child ready for the scan that begins, while its source is being fetched. */
  warm(): void
  /** Begins a scan's work; letting go of it ends its children. `bounds` are other ones than those of reading files. */
  open(signal: AbortSignal, bounds?: Partial<IsolationLimits>): IsolatedWork
}

/** What a module that children load exports as `tasks`: functions of one file's path and content. What they return is told as JSON; what they throw is the failure of their file. */
export type IsolatedTasks = Readonly<Record<string, (file: { readonly path: string; readonly content: Buffer }) => unknown>>
