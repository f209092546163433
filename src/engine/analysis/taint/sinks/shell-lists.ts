import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import type { SinkUse } from './sink.ts'
import { wordsOf } from './value-words.ts'

const shellPath = /^(?:.*[\\/])?(?:(?:ba|z|da|k|c)?sh|cmd|powershell|pwsh)(?:\.exe)?$/i
const commandOption = /^(?:-[a-z]*c|\/[ck]|-command)$/i

/**
 * Yields lists such as `[shell, '-c', text]`, whose third element is run by a shell. It does not matter where they are
 * passed: to a container or SSH interface, or to a wrapper in the project.
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

/** Reports whether a list contains an element that a shell runs. */
export const isShellList = (known: KnownProgram, list: number): boolean =>
  known.program.op(list) === Op.ArrayOf && shellOptionIn(known, list) >= 0

/** Returns the index of the shell option that takes the next element as its command, or -1. */
function shellOptionIn(known: KnownProgram, list: number): number {
  const { program } = known
  const option = commandOptionIn(known, list)
  if (option < 0 || option + 1 >= program.operandCount(list)) return -1
  const shell = program.operand(list, option - 1)
  const named = program.literalText(shell)
  const isShell = named === undefined ? /\b(?:shell|sh|bash)\b/.test(wordsOf(known, shell)) : shellPath.test(named)
  return isShell ? option : -1
}

/** Returns the lists that contain such an option string, in ascending node order. */
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

/** Returns the index of the option after which a shell takes its command, or -1. Searches only the first elements. */
function commandOptionIn({ program }: KnownProgram, list: number): number {
  for (let index = 1, count = Math.min(program.operandCount(list), 20); index < count; index += 1) {
    const text = program.literalText(program.operand(list, index))
    if (text !== undefined && commandOption.test(text)) return index
  }
  return -1
}
