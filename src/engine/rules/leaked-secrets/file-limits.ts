import type { Credential } from './credential.ts'

/** Number of bytes at the start of a file that are searched for a limit's strings. */
const searchedBytes = 256 * 1024

/** Determines which credentials apply to a file. Results are cached, because keywords are frequent. */
export class FileLimits {
  readonly #path: string
  readonly #content: Buffer
  readonly #allowed = new Map<Credential, boolean>()

  constructor(path: string, content: Buffer) {
    this.#path = path
    this.#content = content
  }

  /** Reports whether a credential applies to the file. */
  allow(credential: Credential): boolean {
    if (!credential.files) return true
    const known = this.#allowed.get(credential)
    if (known !== undefined) return known
    const { path, contains } = credential.files
    const start = this.#content.subarray(0, searchedBytes)
    const allowed = path.test(this.#path) && (contains?.some((text) => start.includes(text)) ?? true)
    this.#allowed.set(credential, allowed)
    return allowed
  }
}
