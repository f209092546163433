import { maskOf, type TaintMask } from '../../taint-kind.ts'
import { type JudgeTaintContext, judgeTaint, type ReachedSink } from './judge-taint.ts'
import type { PropagatedTaint } from './propagate-taint.ts'

/** Maximum number of rounds. Each round excludes the intended arguments found in the round before. */
const maxRounds = 3

/** The tool argument where a flow starts, if the tool is meant to run it. */
export interface MeantArgument {
  readonly node: number
  /** True if the flow goes through a flawed check. Such a flow is not treated as intended by the author. */
  readonly isFlawed: boolean
}

/**
 * Judges taint, then repeats without the arguments that tools are meant to run. A function that runs any statement may
 * serve both a tool that declares this and tools that compose a statement. A flow through a flawed check is not
 * intended. It is dropped if the same argument also reaches the sink without the check, as in a program that adds a
 * limit only to statements that have none.
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
      // Intended and unintended flows stay separate even if they end in the same place.
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
