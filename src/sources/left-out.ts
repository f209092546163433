import type { SkippedFile } from '../model/snapshot.ts'
import { shownText } from './shown-text.ts'

/** Collects what was left out: the first are named, and the others counted. */
export class LeftOut {
  readonly #named: SkippedFile[] = []
  readonly #most: number
  #others = 0
  #last: SkippedFile | undefined

  constructor(most: number) {
    this.#most = most
  }

  add(path: string, reason: string): void {
    if (this.#named.length < this.#most) this.#named.push({ path: shownText(path), reason })
    else this.#others += 1
  }

  /** What is told at the end, however many were named before: that nothing after `path` was read. */
  addRest(path: string, reason: string): void {
    this.#last ??= { path: shownText(path), reason }
  }

  list(): SkippedFile[] {
    const others = this.#others === 0 ? [] : [{ path: '(others)', reason: `${this.#others} more are left out for reasons such as these` }]
    return [...this.#named, ...others, ...(this.#last === undefined ? [] : [this.#last])]
  }
}
