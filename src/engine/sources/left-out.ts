import type { LeftOutFiles, SkippedFile } from '../model/snapshot.ts'
import { shownText } from './shown-text.ts'

/** What is known of a left-out entry beside its reason. */
type LeftOutNotes = Pick<LeftOutFiles['entries'][number], 'cause' | 'isFolder' | 'target'>

/** Collects what was left out. `list` names the first entries and counts the others; `all` has every entry. */
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

  /** What is told at the end, however many were named before: that nothing after `path` was read. */
  addRest(path: string, reason: string): void {
    this.#last ??= { path: shownText(path), reason }
  }

  get all(): LeftOutFiles['entries'] {
    return this.#all
  }

  /** Why nothing after some path was read; undefined where everything was. */
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
