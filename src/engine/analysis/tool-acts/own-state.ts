import { Op } from '../ir/operations.ts'
import { ownStateWords, temporaryWords } from '../models/tool-acts.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import { spacedName } from '../taint/sinks/value-words.ts'
import type { OfferedTool } from '../taint/sources/taint-source.ts'
import { toolActLimits } from './tool-act.ts'
import { type CalledWith, valuesIn } from './value-texts.ts'

/**
 * Reports whether words name data that a server keeps for itself: temporary data, or a cache, a log, or a session that
 * the tool's own name and description do not mention.
 */
export function areOwnState({ name, description = '' }: OfferedTool, words: string): boolean {
  if (temporaryWords.test(words)) return true
  const subject = spacedName(`${name} ${description}`)
  return ownStateWords.some((pattern) => pattern.test(words) && !pattern.test(subject))
}

/** Returns the words in the parts of a path or an address: strings, attributes, parameters, and functions. */
export function wordsBehind(known: KnownProgram, node: number, from: CalledWith | undefined): string {
  const { program, references } = known
  const words: string[] = []
  const seen = new Set([node])
  for (const one of seen) {
    if (seen.size > toolActLimits.maxSteps) break
    for (const value of valuesIn(known, one, from)) {
      switch (program.op(value)) {
        case Op.Literal:
          words.push(program.text(value, 1))
          break
        case Op.Load:
          words.push(program.text(value, 1), ...references.externals(value))
          seen.add(program.operand(value, 0))
          break
        case Op.Parameter:
          words.push(program.functions[program.functionOf(value)]?.parameters[program.operand(value, 0)]?.name ?? '')
          break
        case Op.Call:
        case Op.New: {
          const callee = program.operand(value, 0)
          words.push(...references.externals(callee))
          if (program.op(callee) === Op.Load) words.push(program.text(callee, 1))
          for (let at = 0; at < program.operandCount(value); at += 1) seen.add(program.operand(value, at))
          for (const index of references.callees(value).slice(0, 2))
            for (const returned of program.functions[index]?.returns ?? []) seen.add(program.operand(returned, 0))
          break
        }
        case Op.Keyword:
          seen.add(program.operand(value, 1))
          break
        case Op.Element:
        case Op.Spread:
          seen.add(program.operand(value, 0))
          break
        case Op.Concat:
        case Op.ArrayOf:
        case Op.TaggedTemplate:
          for (let at = 0; at < program.operandCount(value); at += 1) seen.add(program.operand(value, at))
          break
        case Op.LoadDynamic:
          seen.add(program.operand(value, 0))
          seen.add(program.operand(value, 1))
          break
        default:
      }
    }
  }
  return words.map(spacedName).join(' ; ').slice(0, 20_000)
}
