import { Op } from '../../ir/operations.ts'
import { namesOfCall } from './call-names.ts'
import { constantTexts } from './constant-texts.ts'
import type { GuardContext } from './guard-context.ts'
import { onlyDefinition, operandsOf } from './operands.ts'

const [maxDepth, maxTexts, maxCharacters] = [6, 60, 2_000]

/**
 * Returns the strings composed only of constants: `` `^(?:${NAMES.join('|')})$` ``, `"|".join(map(re.escape, NAMES))`.
 * Undefined for other strings.
 */
export function composedTexts(context: GuardContext, node: number, depth = 0): readonly string[] | undefined {
  const { program } = context
  const texts = constantTexts(context, node)
  if (texts || depth > maxDepth) return texts
  const only = onlyDefinition(context, node)
  switch (program.op(only)) {
    case Op.Concat: {
      let all: readonly string[] = ['']
      for (const part of operandsOf(program, only)) {
        const ways = composedTexts(context, part, depth + 1)
        if (!ways || ways.length * all.length > maxTexts) return undefined
        all = all.flatMap((before) => ways.map((way) => before + way))
      }
      return all.every((text) => text.length <= maxCharacters) ? all : undefined
    }
    case Op.Call: {
      const joined = joinedText(context, only)
      return joined === undefined ? undefined : [joined]
    }
    default:
      return undefined
  }
}

/** Handles `join`. Its receiver is the list or, in some languages, the separator. */
function joinedText(context: GuardContext, call: number): string | undefined {
  const { program } = context
  const { method, receiver } = namesOfCall(context, call)
  if (method !== 'join') return undefined
  const given = program.operand(call, 1)
  const between = program.literalText(receiver) ?? program.literalText(given)
  const items = itemsOf(context, program.literalText(receiver) === undefined ? receiver : given)
  return between === undefined ? undefined : items?.join(between)
}

/** Returns a list's constant items. The items may also be escaped for a pattern. */
function itemsOf(context: GuardContext, list: number): readonly string[] | undefined {
  const { program, references } = context
  const only = onlyDefinition(context, list)
  if (program.op(only) === Op.Call) {
    const { externals, method, receiver } = namesOfCall(context, only)
    if (externals.includes('map') && references.externals(program.operand(only, 1)).includes('re.escape'))
      return constantTexts(context, program.operand(only, 2))?.map(escaped)
    // Escaping does not change items that consist only of word characters.
    const words = method === 'map' ? constantTexts(context, receiver) : undefined
    if (
      words?.every((word) => /^\w+$/.test(word)) === true &&
      /escape/i.test(nameOf(context, program.operand(only, 1)))
    )
      return words
  }
  return constantTexts(context, list)
}

function nameOf({ program, references }: GuardContext, node: number): string {
  const [index = -1] = references.functions(node)
  return program.functions[index]?.name ?? references.externals(node)[0] ?? ''
}

const escaped = (text: string): string => text.replaceAll(/[^\w\s]/gu, '\\$&')
