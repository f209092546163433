import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import type { SinkUse } from './sink.ts'
import { wordsOf } from './value-words.ts'

const shellPath = /^(?:.*[\\/])?(?:(?:ba|z|da|k|c)?sh|cmd|powershell|pwsh)(?:\.exe)?$/i
const commandOption = /^(?:-[a-z]*c|\/[ck]|-command)$/i

/**
 * Lists that have a shell read their third element, `[shell, '-c', text]`, wherever they go: an interface of
 * containers, of another machine, or a wrapper of one's own.
 */
export function* findShellLists(known: KnownProgram): Iterable<SinkUse> {
  const { program } = known
  for (const node of listsWithOption(program)) {
    const option = program.isDead(node) ? -1 : shellOptionIn(known, node)
    if (option >= 0)
      yield {
        kind: 'command',
        node,
        value: program.operand(node, option + 1),
        model: 'shell',
        effect: 'runs a command',
      }
  }
}

/** Whether a list has a shell read one of its elements. */
export const isShellList = (known: KnownProgram, list: number): boolean =>
  known.program.op(list) === Op.ArrayOf && shellOptionIn(known, list) >= 0

/** Where a list has the option of a shell that reads the next element; −1 without. */
function shellOptionIn(known: KnownProgram, list: number): number {
  const { program } = known
  const option = commandOptionIn(known, list)
  if (option < 0 || option + 1 >= program.operandCount(list)) return -1
  const shell = program.operand(list, option - 1)
  const named = program.literalText(shell)
  const isShell = named === undefined ? /\b(?:shell|sh|bash)\b/.test(wordsOf(known, shell)) : shellPath.test(named)
  return isShell ? option : -1
}

/** Lists in which the text of such an option stands, ascending. */
function listsWithOption(program: Program): readonly number[] {
  const lists = new Set<number>()
  for (const [index, text] of program.strings.entries()) {
    if ((!text.startsWith('-') && !text.startsWith('/')) || !commandOption.test(text)) continue
    for (const literal of program.index.naming(index))
      if (program.op(literal) === Op.Literal)
        for (const user of program.users(literal)) if (program.op(user) === Op.ArrayOf) lists.add(user)
  }
  return [...lists].sort((one, other) => one - other)
}

/** Where a list has an option by which a shell takes a command, −1 without; only its first elements are looked at. */
function commandOptionIn({ program }: KnownProgram, list: number): number {
  for (let index = 1, count = Math.min(program.operandCount(list), 20); index < count; index += 1) {
    const text = program.literalText(program.operand(list, index))
    if (text !== undefined && commandOption.test(text)) return index
  }
  return -1
}
