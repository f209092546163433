import type { Deadline } from '../deadline.ts'
import type { Environment, Runner } from '../runner.ts'

/** What a scan on the runner needs. */
export interface LocalContext {
  readonly environment: Environment
  readonly runner: Runner
  readonly deadline: Deadline
  /** Folder for temporary files of the job. Absolute. */
  readonly temporaryFolder: string
  /** The checked-out files. Absolute. */
  readonly workspace: string
}
