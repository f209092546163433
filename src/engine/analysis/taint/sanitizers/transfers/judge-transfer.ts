import { Op } from '../../../ir/operations.ts'
import { allKinds, maskOf } from '../../../taint-kind.ts'
import { argumentsOf, namesOfCall } from '../call-names.ts'
import { keywordArgument } from '../../../schemas/schema-steps.ts'
import type { GuardJudgement } from '../guard.ts'
import { characterSet, wordCharacters } from '../patterns/characters.ts'
import { clearedByCharacters } from '../patterns/safe-characters.ts'
import {
  htmlTags,
  queryTags,
  type Sanitizer,
  sanitizers,
  textFunctions,
  textOnlyMethods,
} from '../../../models/sanitizers/sanitizers.ts'
import { constantTexts } from '../constant-texts.ts'
import { definitionsOf } from '../seen-through.ts'
import type { GuardContext } from '../guard-context.ts'
import { isIndependent } from '../caller-influence.ts'
import { clearedByCut } from './short-text.ts'
import { judgeConcat } from './text-around.ts'
import { judgeEscaped } from './escaped-text.ts'
import { judgeQuoted } from './quoted-text.ts'
import { rendersEscaped } from './rendered-pages.ts'
import { judgeReplacement } from './replacements.ts'

const nothing: GuardJudgement = { cleared: 0, flaws: [] }
const everything: GuardJudgement = { cleared: allKinds, flaws: [] }
/** Judgment for a value that is certainly a string, and therefore not an object. */
const text: GuardJudgement = { cleared: maskOf('condition'), flaws: [] }

/** Returns the kinds that are cleared when a node derives its value from an operand. */
export function judgeTransfer(context: GuardContext, node: number, operand: number): GuardJudgement {
  const { program } = context
  switch (program.op(node)) {
    case Op.Binary:
      return /^(?:\+|%|\/|\||\?\?)$/.test(program.text(node, 0)) &&
        program.fileOf(node).semantics.values.operatorsBuildText
        ? nothing
        : everything
    case Op.Unary:
      return program.text(node, 0) === 'await' ? nothing : everything
    case Op.Load:
      return program.text(node, 1) === 'length' ||
        program.text(node, 1) === 'size' ||
        program.text(node, 1) === 'byteLength'
        ? everything
        : nothing
    case Op.LoadDynamic:
      return judgeLookup(context, node, operand)
    case Op.Concat:
      return [
        judgeConcat(context, node, operand),
        judgeQuoted(context, node, operand),
        judgeEscaped(context, node, operand),
      ].reduce(together, text)
    case Op.TaggedTemplate:
      return judgeTag(context, node, operand)
    case Op.Call:
    case Op.New:
      return makesText(context, node, operand)
        ? together(text, judgeCall(context, node, operand))
        : judgeCall(context, node, operand)
    default:
      return nothing
  }
}

const together = (one: GuardJudgement, other: GuardJudgement): GuardJudgement => ({
  cleared: one.cleared | other.cleared,
  flaws: [...one.flaws, ...other.flaws],
})

/**
 * Judges a lookup in a table that no caller controls. For any key, it returns one of the table's values. The result
 * therefore contains no part of the key.
 */
function judgeLookup(context: GuardContext, node: number, operand: number): GuardJudgement {
  const { program } = context
  const [table, key] = [program.operand(node, 0), program.operand(node, 1)]
  return operand === key && operand !== table ? everything : nothing
}

function judgeTag(context: GuardContext, node: number, operand: number): GuardJudgement {
  const { program, references } = context
  const tag = program.operand(node, 0)
  if (operand === tag) return nothing
  const own = program.op(tag) === Op.Load ? program.text(tag, 1) : ''
  const names = [...references.externals(tag), ...(own.startsWith('$') ? [own] : [])]
  const hasTag = (tags: readonly RegExp[]) => names.some((name) => tags.some((known) => known.test(name)))
  const cleared = (hasTag(queryTags) ? maskOf('query') : 0) | (hasTag(htmlTags) ? maskOf('html') : 0)
  return cleared === 0 ? nothing : { cleared, flaws: [] }
}

/** Reports whether a call either converts its argument to text or throws. */
function makesText(context: GuardContext, call: number, operand: number): boolean {
  const { externals, method, receiver } = namesOfCall(context, call)
  if (externals.some((name) => textFunctions.has(name))) return true
  return (
    method !== undefined &&
    textOnlyMethods.has(method) &&
    (operand === receiver || operand === context.program.operand(call, 0)) &&
    context.references.callees(call).length === 0
  )
}

/** Encodings whose output consists of letters, digits, and a few symbols: `Buffer.from(x).toString('base64')`. */
const encodings: ReadonlySet<string> = new Set(['base64', 'base64url', 'hex'])
const encodedCharacters = wordCharacters | characterSet('+/=-')

function judgeCall(context: GuardContext, node: number, operand: number): GuardJudgement {
  const { program } = context
  if (program.operand(node, 0) === operand && program.op(operand) !== Op.Load) return nothing
  const { externals, method, receiver } = namesOfCall(context, node)
  const isReceiver = method !== undefined && (operand === receiver || operand === program.operand(node, 0))
  const isProject = context.references.callees(node).length > 0
  const isFirstOfSeveral = operand === program.operand(node, 1) && program.operandCount(node) > 2
  for (const { calls, methods, given, lacks, isFirstBase, clears } of sanitizers) {
    if (isFirstBase === true && isFirstOfSeveral) continue
    if ((given && !isGiven(context, node, given)) || (lacks && !isLacking(context, node, lacks))) continue
    if (
      externals.some((name) => calls.includes(name)) ||
      (!isProject && method !== undefined && methods?.includes(method) === true)
    )
      return { cleared: clears, flaws: [] }
  }
  if (isProject) return nothing
  if (!isReceiver && rendersEscaped(context, externals, receiver)) return { cleared: maskOf('html'), flaws: [] }
  if (isReceiver) {
    const cleared = clearedByCut(context, node)
    if (cleared !== 0) return { cleared, flaws: [] }
  }
  if (method === 'toString' && isReceiver && encodings.has(program.literalText(program.operand(node, 1)) ?? ''))
    return { cleared: clearedByCharacters(encodedCharacters, encodedCharacters), flaws: [] }
  if (method === 'replace' || method === 'replaceAll' || externals.some((name) => name === 're.sub')) {
    // The searched text does not become part of the result.
    const isSought =
      !isReceiver &&
      program.operand(node, 1) === operand &&
      program.operand(node, 2) !== operand &&
      program.operand(node, 3) !== operand
    return isSought ? everything : judgeReplacement(context, node, operand)
  }
  if (method === 'get' && program.operand(node, 1) === operand) return judgeGet(context, receiver, operand)
  return nothing
}

function isGiven(
  context: GuardContext,
  call: number,
  { name, position, text }: NonNullable<Sanitizer['given']>,
): boolean {
  const argument = keywordArgument(context, call, name) ?? argumentsOf(context, call)[position]
  const texts = argument === undefined ? undefined : constantTexts(context, argument)
  return texts !== undefined && texts.length > 0 && texts.every((one) => one === text)
}

function isLacking(context: GuardContext, call: number, sought: RegExp): boolean {
  const [first] = argumentsOf(context, call)
  const texts = first === undefined ? undefined : constantTexts(context, first)
  return texts !== undefined && !texts.some((one) => sought.test(one))
}

/** Judges `table.get(key)` on a map of constants. */
function judgeGet(context: GuardContext, table: number, key: number): GuardJudgement {
  const isMap = definitionsOf(context, table).some(
    (definition) => context.program.op(definition) === Op.New || context.program.op(definition) === Op.ObjectOf,
  )
  return isMap && isIndependent(context, table, key) && constantTexts(context, key) === undefined ? everything : nothing
}
