import type { Isolation } from '../../isolation/isolation.ts'
import { type FileReason, fileReasonText } from '../reasons/file-reasons.ts'
import { RepositoryFileReading } from './pom-model.ts'

/** Content of a repository file, or why it cannot be read, as the end of a sentence. */
export type ParsedFile = ReadFile | { readonly unreadable: string }
type ReadFile = Exclude<RepositoryFileReading, { unreadable: FileReason }>

const withSentence = (reading: RepositoryFileReading): ParsedFile =>
  'unreadable' in reading ? { unreadable: fileReasonText(reading.unreadable) } : reading

interface Job {
  readonly path: string
  readonly bytes: Buffer
  readonly done: (reading: ParsedFile) => void
  readonly failed: (error: unknown) => void
}

/**
 * Parses repository files in child processes, because a POM in a public repository is as untrusted as one in a project.
 * Files that arrive while a batch is being parsed wait for the next batch.
 */
export class RepositoryParser {
  readonly #isolation: Isolation
  readonly #signal: AbortSignal
  readonly #waiting: Job[] = []
  #isRunning = false

  constructor(isolation: Isolation, signal: AbortSignal) {
    this.#isolation = isolation
    this.#signal = signal
  }

  /** Throws only if the signal aborts or child processes cannot be started. */
  parse(path: string, bytes: Buffer): Promise<ParsedFile> {
    return new Promise((done, failed) => {
      this.#waiting.push({ path, bytes, done, failed })
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      while (this.#waiting.length > 0) await this.#runGroup(this.#waiting.splice(0))
    } finally {
      this.#isRunning = false
    }
  }

  async #runGroup(group: readonly Job[]): Promise<void> {
    // Prefixed with the index, because two files may have the same name.
    const jobs = new Map(group.map((job, index) => [`${index}/${job.path}`, job]))
    const files = [...jobs].map(([path, { bytes }]) => ({ path, read: () => bytes }))
    try {
      await using work = this.#isolation.open(this.#signal)
      for await (const outcome of work.run('read-repository-file', files)) {
        const job = jobs.get(outcome.path)
        if (job === undefined) continue
        jobs.delete(outcome.path)
        const reading = 'result' in outcome ? RepositoryFileReading.safeParse(outcome.result).data : undefined
        const failure =
          'failure' in outcome ? outcome.failure : 'could not be read: its reader returned an invalid result'
        job.done(reading ? withSentence(reading) : { unreadable: failure })
      }
      for (const job of jobs.values()) job.done({ unreadable: 'was not read' })
    } catch (error) {
      for (const job of jobs.values()) job.failed(error)
    }
  }
}
