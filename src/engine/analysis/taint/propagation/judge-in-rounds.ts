import { maskOf, type TaintMask } from '../../taint-kind.ts'
import { type JudgeTaintContext, judgeTaint, type ReachedSink } from './judge-taint.ts'
import type { PropagatedTaint } from './propagate-taint.ts'

/** Each round finds what tools are there for behind what the one before found. */
const maxRounds = 3

/** The argument of a tool that a flow begins with, where the tool is there to do this with it. */
export interface MeantArgument {
  readonly node: number
  /** A check on the way does not hold: nobody meant that. */
  readonly isFlawed: boolean
}

/**
 * Judges taint, and once more without the arguments that tools are there to do harm with: a function that runs whatever
 * statement it is handed serves the tool that says so, and others that put one together. What passes a check that does
 * not hold is none of that, unless the same argument gets to the same place without it: then it was no check, as where
 * a statement gets a limit if it has none.
 */
export function judgeInRounds(
  context: JudgeTaintContext,
  spread: PropagatedTaint,
  meantArgument: (reached: ReachedSink) => MeantArgument | undefined,
): ReturnType<typeof judgeTaint> {
  const meant = new Map<number, TaintMask>()
  const found = new Map<string, ReachedSink>()
  const flawed = new Map<string, string>()
  const unflawed = new Set<string>()
  const uses = new Map<ReachedSink['use'], number>()
  let isCut = false
  for (let round = 0; round < maxRounds && !isCut; round += 1) {
    const judged = judgeTaint({ ...context, meant }, spread)
    isCut = judged.isCut
    let isMore = false
    for (const one of judged.reached) {
      const argument = meantArgument(one)
      const use = uses.get(one.use) ?? uses.size
      uses.set(one.use, use)
      const isMeant = argument?.isFlawed === false
      // What is meant and what is not are told apart, though they end in the same place.
      const key = `${use} ${one.place} ${isMeant ? 'meant' : ''}`
      if (!found.has(key)) {
        found.set(key, one)
        if (argument?.isFlawed === true) flawed.set(key, `${use} ${argument.node}`)
      }
      if (!argument || !isMeant) continue
      unflawed.add(`${use} ${argument.node}`)
      meant.set(argument.node, (meant.get(argument.node) ?? 0) | maskOf(one.use.kind))
      isMore = true
    }
    if (!isMore) break
  }
  return { reached: [...found].filter(([key]) => !unflawed.has(flawed.get(key) ?? '')).map(([, one]) => one), isCut }
}
