import type { IsolatedFile } from './isolation.ts'
import type { IsolationLimits } from './isolation-limits.ts'
import type { Answer } from './start-child.ts'

type Death = Extract<Answer, { kind: 'death' }>

/** How many children one scan has lost to its files. */
export interface Losses {
  /** Files that would be looked at now might end the next child too: enough is enough. */
  readonly areTooMany: boolean
  /** How long the next file may take, in milliseconds: less once too much time was lost. */
  readonly fileMs: number
  /** Counts a death, and says whether the file gets another try: memory may have been eaten by files before it. */
  isAnotherTry(file: IsolatedFile, death: Death): boolean
}

export function createLosses({ deaths: deathsAllowed, lostMs: lostMsAllowed, fileMs, hurriedFileMs }: IsolationLimits): Losses {
  const tried = new WeakSet<IsolatedFile>()
  let deaths = 0
  let lostMs = 0
  const isHurried = () => lostMs >= lostMsAllowed
  return {
    get areTooMany() {
      return deaths >= deathsAllowed
    },
    get fileMs() {
      return isHurried() ? Math.min(fileMs, hurriedFileMs) : fileMs
    },
    isAnotherTry(file, death) {
      deaths++
      lostMs += death.lostMs
      if (!death.isOfMemory || death.wasFresh || tried.has(file) || isHurried()) return false
      tried.add(file)
      return true
    },
  }
}
