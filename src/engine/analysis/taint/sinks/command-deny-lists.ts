import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { commandWords, denyListWords, forbiddenCommands, memberTests } from '../../models/sinks/weak-calls.ts'
import { nameWords, spacedName } from './value-words.ts'

/**
 * Finds tests of whether a command is on a deny list: `blockedCommands.includes(name)`. Returns the first such test in
 * each function.
 */
export function findCommandDenyLists(known: KnownProgram): number[] {
  const { program } = known
  const found = new Map<number, number>()
  for (const node of program.index.ofAny(Op.Call, Op.Binary)) {
    const tested = testOf(known, node)
    if (!tested || program.isDead(node) || found.has(program.functionOf(node))) continue
    const [list, others] = tested
    const words = wordsOf(known, list)
    const about = [words, ...others.map((one) => wordsOf(known, one)), functionWords(known, node)]
    if (hasForbidden(known, list) || (denyListWords.test(words) && about.some((one) => commandWords.test(one))))
      found.set(program.functionOf(node), node)
  }
  return [...found.values()]
}

/** Returns the list that a test searches, and the values that it searches for. */
function testOf(
  { program }: KnownProgram,
  node: number,
): readonly [list: number, others: readonly number[]] | undefined {
  if (program.op(node) === Op.Binary) {
    if (!/^(?:not )?in$/.test(program.text(node, 0))) return undefined
    const [item, container] = [program.operand(node, 1), program.operand(node, 2)]
    // `any(word in command for word in BLOCKED)`
    return program.op(item) === Op.Element ? [program.operand(item, 0), [container]] : [container, [item]]
  }
  const callee = program.operand(node, 0)
  return program.op(callee) === Op.Load && memberTests.has(program.text(callee, 1))
    ? [program.operand(callee, 0), [program.operand(node, 1)]]
    : undefined
}

/**
 * Maximum number of nested copies to follow, as in `new Set(new Set(list))`. A limit is needed because a variable can
 * be a copy of itself.
 */
const maxCopies = 4

/** Reports whether a literal list contains several commands that are typical of deny lists. */
function hasForbidden({ program, references }: KnownProgram, list: number, depth = 0): boolean {
  return [list, ...references.origins(list)].some((one) => {
    if (program.op(one) === Op.New)
      return depth < maxCopies && hasForbidden({ program, references }, program.operand(one, 1), depth + 1)
    if (program.op(one) !== Op.ArrayOf) return false
    let count = 0
    for (let index = 0; index < program.operandCount(one); index += 1)
      if (forbiddenCommands.test(program.literalText(program.operand(one, index)) ?? '')) count += 1
    return count >= 2
  })
}

const wordsOf = (known: KnownProgram, node: number): string =>
  node < 0 ? '' : nameWords(known, node).map(spacedName).join(' ; ')

function functionWords({ program }: KnownProgram, node: number): string {
  const { name = '', parameters = [] } = program.functions[program.functionOf(node)] ?? {}
  return [name, ...parameters.map((one) => one.name ?? '')].map(spacedName).join(' ; ')
}
