/** One file that a child works on. */
export interface IsolatedFile {
  readonly path: string
  /** Asked for once, when the file's turn comes, so that few contents are in memory at a time. */
  readonly read: () => Buffer
}

/** What came of one file: a result, or why there is none. The reason is for people, and names no file. */
export type FileOutcome<Result> = { readonly path: string; readonly result: Result } | { readonly path: string; readonly failure: string }

/** How children are kept from harm, as told in coverage and by /readyz: what is in force on this machine. */
export interface IsolationInForce {
  /** A word for programs. */
  readonly kind: 'child-process' | 'child-process-without-network'
  /** Each bound in force, for people. */
  readonly bounds: readonly string[]
}

/** The children of one scan. No other scan's files ever reach them. */
export interface IsolatedWork extends AsyncDisposable {
  /**
   * Has every file worked on by the task of this name, several at once, and yields outcomes as they come. A file that kills its child, or
   * takes too long, is an outcome with a failure, and the others go on in another child. Throws when the signal aborts.
   */
  run<Result>(task: string, files: Iterable<IsolatedFile>): AsyncIterable<FileOutcome<Result>>
}

/** Children that do what may crash or hang, for all scans of this process. */
export interface IsolationPool extends AsyncDisposable {
  readonly inForce: IsolationInForce
  /** Begins a scan's work; letting go of it ends its children. */
  open(signal: AbortSignal): IsolatedWork
}

/** What a module that children load exports as `tasks`: pure functions of one file's path and content. */
export type IsolatedTasks = Readonly<Record<string, (file: { readonly path: string; readonly content: Buffer }) => unknown>>
