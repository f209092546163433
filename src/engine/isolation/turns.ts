/** Permission to use a child. */
export interface Turn extends Disposable {
  /** True if the scan should release this turn, because a waiting scan has fewer turns. */
  readonly isOver: boolean
}

/** Grants a fixed number of turns. The waiting scan with the fewest turns comes first. */
export interface Turns {
  /** Waits for a turn. Rejects if the signal aborts. */
  take(owner: object, signal: AbortSignal): Promise<Turn>
}

interface Waiting {
  readonly owner: object
  readonly give: (turn: Turn) => void
}

/**
 * Creates the given number of turns. If a waiting scan has two turns fewer than another scan, the other scan's turns
 * are over immediately. If it has one turn fewer, they are over after `turnMs`.
 */
export function createTurns({ count, turnMs }: { readonly count: number; readonly turnMs: number }): Turns {
  const held = new Map<object, number>()
  const waiting: Waiting[] = []
  let free = count
  const heldBy = (owner: object) => held.get(owner) ?? 0

  function giveNext(): void {
    while (free > 0 && waiting.length > 0) {
      const neediest = waiting.reduce((least, one) => (heldBy(one.owner) < heldBy(least.owner) ? one : least))
      waiting.splice(waiting.indexOf(neediest), 1)
      free--
      held.set(neediest.owner, heldBy(neediest.owner) + 1)
      neediest.give(turnOf(neediest.owner))
    }
  }

  function turnOf(owner: object): Turn {
    const since = performance.now()
    let isGivenBack = false
    return {
      get isOver() {
        const patience = performance.now() - since > turnMs ? 1 : 2
        return waiting.some((other) => other.owner !== owner && heldBy(other.owner) + patience <= heldBy(owner))
      },
      [Symbol.dispose]() {
        if (isGivenBack) return
        isGivenBack = true
        free++
        const left = heldBy(owner) - 1
        if (left === 0) held.delete(owner)
        else held.set(owner, left)
        giveNext()
      },
    }
  }

  return {
    take(owner, signal) {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const one: Waiting = {
          owner,
          give(turn) {
            signal.removeEventListener('abort', leave)
            resolve(turn)
          },
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(one), 1)
          reject(signal.reason)
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.push(one)
        giveNext()
      })
    },
  }
}
