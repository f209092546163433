import type { Deadline } from '../deadline.ts'
import type { Environment, Runner } from '../runner.ts'

export interface LocalContext {
  readonly environment: Environment
  readonly runner: Runner
  readonly deadline: Deadline
  /** Absolute path of the job's temporary folder. */
  readonly temporaryFolder: string
  /** Absolute path of the checked-out files. */
  readonly workspace: string
}
