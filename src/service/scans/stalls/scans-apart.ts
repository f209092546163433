/** Decides which of a process's scans may run at the same time. */
export interface ScansApart {
  /**
   * Waits for a turn. If `alone` is true, waits until no other scan has one, and blocks other scans until the turn is
   * released. Grants turns in request order. Rejects if the signal aborts.
   */
  take(alone: boolean, signal: AbortSignal): Promise<Disposable>
}

interface Waiting {
  readonly alone: boolean
  readonly give: () => void
}

export function createScansApart(): ScansApart {
  const waiting: Waiting[] = []
  let running = 0
  let isOneAlone = false

  function giveNext(): void {
    for (let next = waiting[0]; next && !isOneAlone && (!next.alone || running === 0); next = waiting[0]) {
      waiting.shift()
      running += 1
      isOneAlone = next.alone
      next.give()
    }
  }

  function turn(): Disposable {
    let isGivenBack = false
    return {
      [Symbol.dispose]() {
        if (isGivenBack) return
        isGivenBack = true
        running -= 1
        isOneAlone = false
        giveNext()
      },
    }
  }

  return {
    take(alone, signal) {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const leave = () => {
          waiting.splice(waiting.indexOf(one), 1)
          reject(signal.reason)
          giveNext()
        }
        const one: Waiting = {
          alone,
          give() {
            signal.removeEventListener('abort', leave)
            resolve(turn())
          },
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.push(one)
        giveNext()
      })
    },
  }
}
