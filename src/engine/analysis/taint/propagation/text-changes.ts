import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { taintLimits } from '../../taint-limits.ts'
import type { TextChange } from '../../tool-text.ts'
import { unknownPart } from '../sources/constant-text.ts'
import { possibleTexts } from '../sources/possible-texts.ts'
import type { OfferedTool, TaintSources } from '../sources/taint-source.ts'
import { operandsOf } from '../sources/text-options.ts'
import type { TextWork } from '../sources/text-work.ts'
import { ChangingConditions } from './changing-conditions.ts'
import type { ReassignedText } from './reassigned-texts.ts'
import { RunningFunctions } from './running-functions.ts'
import { TextHosts } from './text-host.ts'
import { textOwner } from './tool-texts.ts'

/** Maximum number of values between a description and a variable or a condition, and of the values that it has. */
const maxValues = 60

type Change = Pick<TextChange, 'cause' | 'host' | 'isPart' | 'isTitle'> & { readonly node: number }

/**
 * Returns the definitions that can change after a client has read them. Both texts must be constants and differ,
 * because in doubt a definition does not change. A text from a host is reported without that.
 */
export function textChanges(
  known: KnownProgram,
  { tools, instructions }: Pick<TaintSources, 'tools' | 'instructions'>,
  { reassigned, work }: { readonly reassigned: readonly ReassignedText[]; readonly work: TextWork },
): readonly TextChange[] {
  const running = new RunningFunctions(known, tools)
  const conditions = new ChangingConditions(known, running)
  const changes: Changes = { known, running, conditions, wholeText: wholeTexts(known, work) }
  const hosts = new TextHosts(known)
  const hostsOf = (value: number) => hosts.of(value).map((one): Change => ({ cause: 'network', ...one }))
  const selections = new Map<number, readonly Change[]>()
  const selectionsOf = (described: number): readonly Change[] => {
    const texts = selections.get(described) ?? selected(changes, described)
    selections.set(described, texts)
    return texts
  }
  const assigned = Map.groupBy(reassigned, ({ tool }) => tool)
  const found = new Map<string, TextChange>()
  const add = (of: OfferedTool | TaintSources['instructions'][number], { node, ...change }: Change) => {
    // One more than the limit, so that the caller notices.
    if (found.size > taintLimits.maxKept) return
    const { path, line } = known.program.placeOf(node)
    const owner = textOwner(known, of)
    const one = {
      owner,
      cause: change.cause,
      ...(change.isTitle === true && { isTitle: true }),
      ...(change.host !== undefined && { host: change.host.slice(0, 300) }),
      ...(change.isPart === true && { isPart: true }),
      path,
      line,
    }
    found.set(JSON.stringify(one), one)
  }
  for (const tool of tools) {
    const values = [...tool.described, ...(assigned.get(tool) ?? []).map(({ value }) => value)]
    for (const change of values.flatMap(hostsOf)) add(tool, change)
    for (const described of tool.described)
      if (running.causeAt(described)) for (const change of selectionsOf(described)) add(tool, change)
    for (const change of severalDefinitions(changes, tool)) add(tool, change)
    for (const one of assigned.get(tool) ?? []) {
      const change = assignment(changes, one)
      if (change) add(tool, change)
    }
  }
  for (const one of instructions) for (const change of hostsOf(one.described)) add(one, change)
  return [...found.values()]
}

interface Changes {
  readonly known: KnownProgram
  readonly running: RunningFunctions
  readonly conditions: ChangingConditions
  /** Returns the only text of a value. Undefined if it has several texts, or unknown parts. */
  wholeText(value: number): string | undefined
}

function wholeTexts(known: KnownProgram, work: TextWork): Changes['wholeText'] {
  const read = new Map<number, string | undefined>()
  return (value) => {
    if (!read.has(value)) {
      const { texts, isCut } = possibleTexts(known, value, work)
      const [only, another] = texts
      read.set(value, isCut || another || only?.text.includes(unknownPart) === true ? undefined : only?.text)
    }
    return read.get(value)
  }
}

/** Returns the change by an assignment to a registered definition. */
function assignment(
  { known, running, conditions, wholeText }: Changes,
  { tool, node, value, isTitle }: ReassignedText,
): Change | undefined {
  const cause = running.causeAt(node)
  if (!cause) return undefined
  const before = isTitle ? tool.title : tool.description
  const text = wholeText(value)
  const registered = [tool, ...tool.others].map(({ description, title }) => (isTitle ? title : description))
  if (text === undefined || before === undefined || before.includes(unknownPart) || registered.includes(text))
    return undefined
  const condition = conditions.around(known.program.regionAt(node))
  return { cause: condition?.cause ?? cause, node, isTitle }
}

/** Returns the changes of a description that a handler reads: by a changing condition, or by an assigned variable. */
function selected({ known, running, conditions, wholeText }: Changes, described: number): readonly Change[] {
  const { program } = known
  const found: Change[] = []
  const waiting = [described]
  const seen = new Set(waiting)
  for (const node of waiting) {
    const op = program.op(node)
    // A variable with more values is not judged, because one of them may be the same text.
    const operands = program.operandCount(node) > 2 * maxValues ? [] : operandsOf(known, node)
    const values = op === Op.Phi ? operands.filter((_operand, place) => place % 2 === 0) : operands
    if (op === Op.Phi && haveTwoTexts(values.map(wholeText))) {
      const regions = operands.filter((_operand, place) => place % 2 === 1)
      for (const region of regions) {
        const condition = conditions.around(region)
        if (condition) found.push(condition)
      }
    }
    if (op === Op.Cell) {
      const assigned = values.map((value) => ({ value, cause: running.causeAt(value), text: wholeText(value) }))
      const initial = assigned.filter(({ cause }) => cause === undefined).map(({ text }) => text)
      for (const { value, cause, text } of assigned) {
        if (cause === undefined || text === undefined || initial.length === 0) continue
        if (initial.some((other) => other === undefined || other === text)) continue
        const condition = conditions.around(program.regionAt(value))
        found.push({ cause: condition?.cause ?? cause, node: value })
      }
    }
    if (![Op.Phi, Op.Cell, Op.Capture, Op.Typed, Op.Concat, Op.Logical].some((one) => one === op)) continue
    for (const value of op === Op.Logical ? values.slice(1) : values) {
      if (seen.has(value) || seen.size >= maxValues) continue
      seen.add(value)
      waiting.push(value)
    }
  }
  return found
}

/** Returns the changing conditions around the definitions of a tool in handlers that have several of them. */
function severalDefinitions({ known, running, conditions }: Changes, tool: OfferedTool): readonly Change[] {
  const { program } = known
  const texts = [tool, ...tool.others].map(({ description }) => description)
  if (!haveTwoTexts(texts) || texts.some((text) => text?.includes(unknownPart) === true)) return []
  return [tool.node, ...tool.others.map(({ node }) => node)].flatMap((node) => {
    const condition = running.causeAt(node) && conditions.around(program.regionAt(node))
    return condition ? [condition] : []
  })
}

function haveTwoTexts(texts: readonly (string | undefined)[]): boolean {
  return new Set(texts.filter((text) => text !== undefined)).size > 1
}
