import { LiteralKind, Op } from '../ir/operations.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import { toolActLimits } from './tool-act.ts'

/** A call into a function, whose arguments replace the parameters of the function. */
export interface CalledWith {
  readonly call: number
  readonly index: number
}

/** Placeholder for an unknown part of a text. */
export const unknownPart = '…'

/**
 * Returns the values that an expression may have in one call of its function: literals, objects, lists, calls, and
 * parameters. Unlike points-to origins, it does not mix the arguments of several callers.
 */
export function valuesIn({ program, references }: KnownProgram, node: number, from: CalledWith | undefined): number[] {
  const found: number[] = []
  const seen = new Set([node])
  for (const one of seen) {
    if (seen.size > toolActLimits.maxSteps) break
    switch (program.op(one)) {
      case Op.Capture:
      case Op.Await:
      case Op.Typed:
        seen.add(program.operand(one, 0))
        break
      case Op.Phi:
        for (let at = 0; at < program.operandCount(one); at += 2) seen.add(program.operand(one, at))
        break
      case Op.Cell:
        for (let at = 0; at < program.operandCount(one); at += 1) seen.add(program.operand(one, at))
        break
      case Op.Logical:
        seen.add(program.operand(one, 1))
        seen.add(program.operand(one, 2))
        break
      case Op.Import:
        for (const origin of references.origins(one)) if (origin !== one) seen.add(origin)
        break
      case Op.Parameter: {
        const given =
          from && program.functionOf(one) === from.index
            ? references.argumentFor(from.call, from.index, program.operand(one, 0))
            : undefined
        if (given === undefined) found.push(one)
        else seen.add(given)
        break
      }
      default:
        found.push(one)
    }
  }
  return found
}

/** Methods that keep the words of a text. */
const plainMethods: ReadonlySet<string> = new Set(['trim', 'strip', 'toUpperCase', 'upper', 'toString', 'dedent'])

/** Returns the texts that an expression may have, with `…` for unknown parts. */
export function textsIn(known: KnownProgram, node: number, from: CalledWith | undefined, depth = 0): string[] {
  const { program } = known
  return valuesIn(known, node, from)
    .slice(0, toolActLimits.maxTexts)
    .flatMap((value) => {
      switch (program.op(value)) {
        case Op.Literal:
          return program.operand(value, 0) === LiteralKind.string ? [program.text(value, 1)] : []
        case Op.Concat:
          return depth > 4 ? [] : [joined(known, value, { from, depth, separator: '' })]
        case Op.TaggedTemplate:
          return depth > 4 ? [] : [joined(known, value, { from, depth, separator: '', skipped: 1 })]
        case Op.ArrayOf:
          return depth > 4 ? [] : [joined(known, value, { from, depth, separator: ' ' })]
        case Op.Call: {
          const callee = program.operand(value, 0)
          if (program.op(callee) === Op.Load && plainMethods.has(program.text(callee, 1)) && depth <= 4)
            return textsIn(known, program.operand(callee, 0), from, depth + 1)
          return []
        }
        default:
          return []
      }
    })
}

function joined(
  known: KnownProgram,
  node: number,
  {
    from,
    depth,
    separator,
    skipped = 0,
  }: {
    readonly from: CalledWith | undefined
    readonly depth: number
    readonly separator: string
    readonly skipped?: number
  },
): string {
  const { program } = known
  return Array.from({ length: Math.min(program.operandCount(node), 60) - skipped }, (_none, at) => {
    const texts = textsIn(known, program.operand(node, at + skipped), from, depth + 1)
    return texts.length === 1 ? texts[0] : unknownPart
  })
    .join(separator)
    .slice(0, 2_000)
}
