import type { IsolatedFile } from './isolation.ts'
import type { IsolationLimits } from './isolation-limits.ts'
import type { Answer } from './child-question.ts'

type Death = Extract<Answer, { kind: 'death' }>

/** Keeps track of the child processes and the time that files have cost one scan. */
export interface Losses {
  /** True if the scan must give up, because further files would probably end the next child too. */
  readonly areTooMany: boolean
  /** True if file content alone, without any fault of the machine, has ended too many children. */
  readonly areOfContent: boolean
  /** Maximum time for the next file, in milliseconds. Reduced after too much time has been lost. */
  readonly fileMs: number
  /** True if the next file gets less time only because of time lost through the machine. */
  readonly isCutShortByMachine: boolean
  /**
   * Reports whether to retry the file that a child was processing when it ended. If not, counts the death against the
   * scan.
   */
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
      // The file may be innocent: one child in thousands ends for unrelated reasons, and earlier files may have filled
      // the child's memory. If the file is at fault, it ends its second child too.
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
