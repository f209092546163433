import type { Child } from './child-question.ts'

/** Storage for one child between two stages of a scan. */
export interface ReusableChild extends AsyncDisposable {
  /** False from the first `take` on. The first child of a scan continues with later stages. */
  readonly isFirst: boolean
  /** The stored child, if it still accepts files and has loaded the task. */
  take(task: string): Child | undefined
  /**
   * False if there is no room, or if the child accepts no more files, or serves one task only. The caller ends it.
   */
  keep(child: Child): boolean
  /** The stored child, which then belongs to the caller. Nothing is stored afterwards. */
  release(): Child | undefined
}

/** Whether a child has loaded a task and accepts files. */
export function serves(child: Child, task: string): boolean {
  return !child.isSpent && (child.tasks === undefined || child.tasks.includes(task))
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
    take(task) {
      isFirst = false
      const child = kept
      kept = undefined
      if (!child || serves(child, task)) return child
      void child[Symbol.asyncDispose]()
      return undefined
    },
    keep(child) {
      if (isOver || kept || child.isSpent || child.tasks?.length === 1) return false
      child.hold(false)
      kept = child
      return true
    },
    release() {
      isOver = true
      const child = kept
      kept = undefined
      return child
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      await kept?.[Symbol.asyncDispose]()
      kept = undefined
    },
  }
}
