import type { LeftOutFiles, SkippedFile } from '../model/snapshot.ts'
import { shownText } from './shown-text.ts'

/** Details about a skipped entry besides the reason. */
type LeftOutNotes = Pick<LeftOutFiles['entries'][number], 'cause' | 'isFolder' | 'target'>

/** Collects skipped entries. `list` names the first ones and counts the rest. `all` holds every entry. */
export class LeftOut {
  readonly #all: LeftOutFiles['entries'][number][] = []
  readonly #most: number
  #last: SkippedFile | undefined

  constructor(most: number) {
    this.#most = most
  }

  add(path: string, reason: string, notes: LeftOutNotes = {}): void {
    this.#all.push({ path: shownText(path), reason, ...notes })
  }

  /**
   * Adds a final entry for everything after `path` that was not read. The entry is named even if the limit on named
   * entries has been reached.
   */
  addRest(path: string, reason: string): void {
    this.#last ??= { path: shownText(path), reason }
  }

  get all(): LeftOutFiles['entries'] {
    return this.#all
  }

  /** Returns the reason why reading stopped early, or undefined if everything was read. */
  get cut(): string | undefined {
    return this.#last?.reason
  }

  list(): SkippedFile[] {
    const named = this.#all.slice(0, this.#most).map(({ path, reason }) => ({ path, reason }))
    const others = this.#all.length - named.length
    return [
      ...named,
      ...(others === 0 ? [] : [{ path: '(others)', reason: `${others} more are omitted for similar reasons` }]),
      ...(this.#last === undefined ? [] : [this.#last]),
    ]
  }
}
