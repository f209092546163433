import type { Socket } from 'node:net'
import { scanProcessLimits } from './scan-process-limits.ts'

/** The calls of one scan process that have no answer yet. */
export interface CallTurns {
  /**
   * Answers a call as soon as the process has read earlier answers. Calls that read or write stored results also wait
   * for their turn. Throws if too many calls have no answer.
   */
  take(answer: () => Promise<void>, call: { readonly usesResults: boolean; readonly bytes: number }): void
}

/**
 * Limits the calls of one process, so that they and their answers cannot use up the memory of the worker. A process
 * that does not read its answers gets no further ones.
 */
export function createCallTurns(socket: Socket): CallTurns {
  const [waiting, waitingForResults]: [(() => Promise<void>)[], (() => Promise<void>)[]] = [[], []]
  let [open, openBytes, running] = [0, 0, 0]

  function giveNext(): void {
    while (waiting.length > 0 && !socket.writableNeedDrain) void waiting.shift()?.()
    while (running < scanProcessLimits.maxRunningCalls && !socket.writableNeedDrain) {
      const next = waitingForResults.shift()
      if (!next) return
      running += 1
      void next().finally(() => {
        running -= 1
        giveNext()
      })
    }
  }

  socket.on('drain', giveNext)
  return {
    take(answer, { usesResults, bytes }) {
      if (open >= scanProcessLimits.maxOpenCalls || openBytes + bytes > scanProcessLimits.maxOpenCallBytes)
        throw new Error('too many calls have no answer')
      open += 1
      openBytes += bytes
      const answered = () =>
        answer().finally(() => {
          open -= 1
          openBytes -= bytes
        })
      const turns = usesResults ? waitingForResults : waiting
      turns.push(answered)
      giveNext()
    },
  }
}
