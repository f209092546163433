import type { IsolatedFile } from './isolation.ts'
import type { IsolationLimits } from './isolation-limits.ts'
import type { Answer } from './child-question.ts'

type Death = Extract<Answer, { kind: 'death' }>

/** How many children one scan has lost to its files. */
export interface Losses {
  /** Files that would be looked at now might end the next child too: enough is enough. */
  readonly areTooMany: boolean
  /** The content of files alone has ended so many children. */
  readonly areOfContent: boolean
  /** How long the next file may take, in milliseconds: less once too much time was lost. */
  readonly fileMs: number
  /** The next file may take less because of what the machine lost, not because of what files cost. */
  readonly isCutShortByMachine: boolean
  /** Says whether the file of a death gets another try, and counts it against the scan if not. */
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
      // A child in thousands ends for reasons of its own: whoever crashes it, or fills what others had filled before,
      // does so twice.
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
