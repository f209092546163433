import type { Child } from './child-question.ts'

/** Room for one child between two stages of one scan. */
export interface ReusableChild extends AsyncDisposable {
  /** The child that is kept, if it still takes files. */
  take(): Child | undefined
  /** False when there is no room, or the child takes no more files: the caller ends it. */
  keep(child: Child): boolean
}

/** Starting a child costs 0.1 s of processor time: a small project needs one for all of its stages. */
export function createReusableChild(): ReusableChild {
  let kept: Child | undefined
  let isOver = false
  return {
    take() {
      const child = kept
      kept = undefined
      if (!child?.isSpent) return child
      void child[Symbol.asyncDispose]()
      return undefined
    },
    keep(child) {
      if (isOver || kept || child.isSpent) return false
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
