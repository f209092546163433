import type { IsolatedFile } from './isolation.ts'
import type { IsolationLimits } from './isolation-limits.ts'
import type { Answer } from './child-question.ts'

type Death = Extract<Answer, { kind: 'death' }>

/** Child processes that one scan has lost because of its files. */
export interface Losses {
  /** Further files might end the next child too, so the scan gives up. */
  readonly areTooMany: boolean
  /** The content of files alone has ended too many child processes. */
  readonly areOfContent: boolean
  /** Time for the next file, in milliseconds. Shorter after too much time was lost. */
  readonly fileMs: number
  /** The next file has less time because of losses caused by the machine, not by files. */
  readonly isCutShortByMachine: boolean
  /** Returns whether the file of a crashed child is retried, and otherwise counts it against the scan. */
  isAnotherTry(file: IsolatedFile, death: Death): boolean
}

export function createLosses({
  maxDeaths: deathsAllowed,
  maxLostMs: lostMsAllowed,
  fileTimeoutMs: fileMs,
  hurriedFileTimeoutMs: hurriedFileMs,
}: IsolationLimits): Losses {
  const tried = new WeakSet<IsolatedFile>()
  let [deaths, deathsOfContent] = [0, 0]
  let [lostMs, lostMsOfContent] = [0, 0]
  const isHurried = () => lostMs >= lostMsAllowed
  return {
    get areTooMany() {
      return deaths >= deathsAllowed
    },
    get areOfContent() {
      return deathsOfContent >= deathsAllowed
    },
    get fileMs() {
      return isHurried() ? Math.min(fileMs, hurriedFileMs) : fileMs
    },
    get isCutShortByMachine() {
      return isHurried() && lostMsOfContent < lostMsAllowed
    },
    isAnotherTry(file, death) {
      lostMs += death.lostMs
      if (!death.mayBeOfMachine) lostMsOfContent += death.lostMs
      // One child in thousands ends for unrelated reasons. A file that crashes it, or exceeds memory that others had
      // filled, does so twice.
      const mayBeInnocent = death.isOfItself || (death.isOfMemory && !death.wasFresh)
      if (mayBeInnocent && !tried.has(file) && !isHurried()) {
        tried.add(file)
        return true
      }
      deaths++
      if (!death.mayBeOfMachine) deathsOfContent++
      return false
    },
  }
}
