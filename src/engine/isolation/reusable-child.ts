import type { Child } from './child-question.ts'

/** Storage for one child between two stages of a scan. */
export interface ReusableChild extends AsyncDisposable {
  /** False from the first `take` on. The first child of a scan continues with later stages. */
  readonly isFirst: boolean
  /** The stored child, if it still accepts files. */
  take(): Child | undefined
  /**
   * False if there is no room, or if the child accepts no more files, or serves one task only. The caller ends it.
   */
  keep(child: Child): boolean
}

/** Starting a child takes 0.1 s of processor time. A small project needs one for all of its stages. */
export function createReusableChild(): ReusableChild {
  let kept: Child | undefined
  let isFirst = true
  let isOver = false
  return {
    get isFirst() {
      return isFirst
    },
    take() {
      isFirst = false
      const child = kept
      kept = undefined
      if (!child?.isSpent) return child
      void child[Symbol.asyncDispose]()
      return undefined
    },
    keep(child) {
      if (isOver || kept || child.isSpent || !child.servesAllTasks) return false
      child.hold(false)
      kept = child
      return true
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      await kept?.[Symbol.asyncDispose]()
      kept = undefined
    },
  }
}
