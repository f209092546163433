import { remoteModels } from '../../models/sources/remote-responses.ts'
import {
  clocks,
  convertingFunctions,
  dice,
  outsideFolders,
  readingFiles,
  readingMethods,
} from '../../models/sources/text-origins.ts'
import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionsOf, positionalArguments, propertiesOf, receiverOf } from '../../schemas/schema-steps.ts'
import { constantText } from '../sources/constant-text.ts'

/** Origin of a text that is not in the package, or a condition that selects it. */
export interface TextOrigin {
  readonly cause: 'time' | 'counter' | 'chance' | 'network' | 'file' | 'environment'
  readonly node: number
  /** Host, folder, or environment variable. */
  readonly name?: string
}

/** Maximum numbers of values visited for one text, for one condition, and for one path of a file. */
const bounds = { values: 300, conditions: 60, path: 40 }

/**
 * Returns the origins of a text outside the package. A host counts only if the program names it, because other hosts
 * are the operator's choice. An environment variable counts only if it provides the whole text.
 */
export function textOrigins(known: KnownProgram, text: number): readonly TextOrigin[] {
  const found: TextOrigin[] = []
  const seen = new Set<number>()
  const waiting: Value[] = [{ node: text, isWhole: true }]
  for (let at = 0; at < waiting.length && at < bounds.values; at += 1) {
    const { node, isWhole } = waiting[at] ?? { node: -1, isWhole: false }
    if (node < 0 || seen.has(node)) continue
    seen.add(node)
    found.push(...selectedBy(known, node))
    for (const definition of new Set([node, ...definitionsOf(known, node)])) {
      const origin = originOf(known, definition, isWhole)
      if (origin) found.push(origin)
      else
        for (const before of valuesBefore(known, definition))
          waiting.push({ node: before, isWhole: isWhole && isSameText(known, definition) })
    }
  }
  return found.filter(
    ({ cause, name }, index) => found.findIndex((other) => other.cause === cause && other.name === name) === index,
  )
}

interface Value {
  readonly node: number
  readonly isWhole: boolean
}

/** Reports whether a value is the same text as the value before it, not a part of it. */
const isSameText = ({ program }: KnownProgram, node: number): boolean =>
  [Op.Phi, Op.Logical, Op.Cell, Op.Capture, Op.Await, Op.Typed, Op.Import].some((op) => op === program.op(node))

function originOf(known: KnownProgram, node: number, isWhole: boolean): TextOrigin | undefined {
  const { program, references } = known
  const op = program.op(node)
  if (op === Op.Load || op === Op.LoadDynamic) {
    const [name] = references.externals(node)
    const variable = /^process\.env\.(\w+)$/.exec(name ?? '')?.[1]
    return variable !== undefined && isWhole ? { cause: 'environment', node, name: variable } : undefined
  }
  if (op !== Op.Call && op !== Op.New) return undefined
  const names = references.externals(program.operand(node, 0))
  const [first] = positionalArguments(known, node)
  if (names.some((name) => remoteModels.some((model) => model.name.test(name)))) {
    const host = first === undefined ? undefined : /^https?:\/\/([^/?#…]+)/.exec(constantText(known, first) ?? '')?.[1]
    return host === undefined ? undefined : { cause: 'network', node, name: host }
  }
  if (names.some((name) => /^os\.(?:getenv|environ\.get)$/.test(name)) && first !== undefined) {
    const name = constantText(known, first)
    return name !== undefined && isWhole ? { cause: 'environment', node, name } : undefined
  }
  const callee = program.operand(node, 0)
  const isMethod = program.op(callee) === Op.Load && readingMethods.has(program.text(callee, 1))
  if (!isMethod && !names.some((name) => readingFiles.test(name))) return undefined
  const folder = outsideFolder(known, (isMethod ? receiverOf(known, node) : first) ?? -1)
  return folder === undefined ? undefined : { cause: 'file', node, name: folder }
}

/** Returns the folder outside the package that a path is in, or undefined if it may be in the package. */
function outsideFolder(known: KnownProgram, path: number): string | undefined {
  const { program, references } = known
  const seen = new Set<number>()
  const waiting = [path]
  for (let at = 0; at < waiting.length && at < bounds.path; at += 1) {
    const node = waiting[at] ?? -1
    if (node < 0 || seen.has(node)) continue
    seen.add(node)
    const text = program.literalText(node)
    const written = text === undefined ? undefined : /^(?:\/(?:var\/)?tmp\/|~\/|\/(?:home|Users)\/)/.exec(text)?.[0]
    if (written !== undefined) return written.includes('tmp') ? 'temporary' : 'home'
    const callee = program.op(node) === Op.Call || program.op(node) === Op.New ? program.operand(node, 0) : node
    const names = references.externals(callee)
    const outside = outsideFolders.find(({ name }) => names.some((one) => name.test(one)))
    if (outside) return outside.folder
    waiting.push(...definitionsOf(known, node).filter((one) => one !== node))
    if (program.op(node) === Op.Load || program.op(node) === Op.Binary) waiting.push(...operandsOf(known, node))
    else if (callee !== node) waiting.push(...operandsOf(known, node))
    else if (program.op(node) === Op.Concat) waiting.push(...operandsOf(known, node))
  }
  return undefined
}

function operandsOf({ program }: KnownProgram, node: number): number[] {
  const [from, to] = program.op(node) === Op.Load ? [0, 1] : [program.op(node) === Op.Binary ? 1 : 0, undefined]
  return Array.from({ length: program.operandCount(node) }, (_none, index) => program.operand(node, index)).slice(
    from,
    to,
  )
}

/** Returns the values that a value is made from. */
function valuesBefore(known: KnownProgram, node: number): readonly number[] {
  const { program, references } = known
  const operands = Array.from({ length: program.operandCount(node) }, (_none, index) => program.operand(node, index))
  switch (program.op(node)) {
    case Op.Concat:
    case Op.Cell:
    case Op.Capture:
    case Op.Await:
    case Op.Typed:
    case Op.Element:
      return operands
    case Op.TaggedTemplate:
    case Op.Logical:
      return operands.slice(1)
    case Op.Phi:
      return operands.filter((_operand, index) => index % 2 === 0)
    case Op.ArrayOf:
      return operands.map((item) => (program.op(item) === Op.Spread ? program.operand(item, 0) : item))
    case Op.Load:
      return valuesUnder(known, operands[0] ?? -1, program.text(node, 1))
    case Op.LoadDynamic:
      return valuesUnder(known, operands[0] ?? -1, program.literalText(operands[1] ?? -1))
    case Op.Call:
    case Op.New: {
      const names = references.externals(operands[0] ?? -1)
      const receiver = receiverOf(known, node)
      const passed = names.some((name) => convertingFunctions.test(name)) ? positionalArguments(known, node) : []
      const returned = references
        .callees(node)
        .slice(0, 3)
        .flatMap((index) => program.functions[index]?.returns ?? [])
        .map((one) => program.operand(one, 0))
      const joined = receiver !== undefined && program.literalText(receiver) !== undefined
      return [
        ...(receiver === undefined ? [] : [receiver]),
        ...passed,
        ...returned,
        ...(joined ? operands.slice(1) : []),
      ]
    }
    default:
      return []
  }
}

/** Returns the values of an attribute. If the object is a literal, only those under that key. */
function valuesUnder(known: KnownProgram, object: number, key: string | undefined): readonly number[] {
  const literals = definitionsOf(known, object).filter((one) => known.program.op(one) === Op.ObjectOf)
  if (literals.length === 0) return [object]
  return literals.flatMap((one) => {
    const { values } = propertiesOf(known, one)
    const value = key === undefined ? undefined : values.get(key)
    return value === undefined ? (key === undefined ? [...values.values()] : []) : [value]
  })
}

/** Returns the times, counters, and random values in the conditions that select one of several texts. */
function selectedBy(known: KnownProgram, node: number): readonly TextOrigin[] {
  const { program } = known
  if (program.op(node) !== Op.Phi) return []
  const regions = Array.from({ length: program.operandCount(node) >> 1 }, (_none, index) =>
    program.operand(node, index * 2 + 1),
  )
  return regions.flatMap((region) => changingCondition(known, region) ?? [])
}

/** Returns the time, the counter, or the random value on which a region depends. */
export function changingCondition(known: KnownProgram, region: number): TextOrigin | undefined {
  const condition = region < 0 ? -1 : known.program.conditionOf(region)
  if (condition < 0) return undefined
  const seen = new Set<number>()
  const waiting = [condition]
  for (let at = 0; at < waiting.length && at < bounds.conditions; at += 1) {
    const node = waiting[at] ?? -1
    if (node < 0 || seen.has(node)) continue
    seen.add(node)
    const cause = causeOf(known, node)
    if (cause) return { cause, node: condition }
    waiting.push(...partsOfCondition(known, node))
  }
  return undefined
}

function causeOf(known: KnownProgram, node: number): 'time' | 'counter' | 'chance' | undefined {
  const { program, references } = known
  const op = program.op(node)
  if (op === Op.Call || op === Op.New) {
    const names = references.externals(program.operand(node, 0))
    return names.some((name) => clocks.test(name.replace(/^new /, '')) || clocks.test(name))
      ? 'time'
      : names.some((name) => dice.test(name))
        ? 'chance'
        : undefined
  }
  return isCounter(known, node) ? 'counter' : undefined
}

/** Reports whether a value outlives the call and is increased: a module variable or an attribute. */
function isCounter(known: KnownProgram, node: number): boolean {
  const { program, references } = known
  const isIncrease = (value: number, isSelf: (operand: number) => boolean): boolean => {
    const op = program.op(value)
    if (op === Op.Unary) return /^(?:\+\+|--)$/.test(program.text(value, 0)) && isSelf(program.operand(value, 1))
    if (op === Op.Concat) return [0, 1].some((place) => isSelf(program.operand(value, place)))
    return op === Op.Binary && program.text(value, 0) === '-' && isSelf(program.operand(value, 1))
  }
  const operands = (cell: number) =>
    Array.from({ length: program.operandCount(cell) }, (_none, index) => program.operand(cell, index))
  const cellOf = (one: number) => (program.op(one) === Op.Capture ? program.operand(one, 0) : one)
  if (isIncrease(node, (operand) => program.op(cellOf(operand)) === Op.Cell)) return true
  const cell = cellOf(node)
  if (program.op(cell) === Op.Cell)
    return operands(cell).some((value) => isIncrease(value, (operand) => cellOf(operand) === cell))
  if (program.op(node) !== Op.Load && program.op(node) !== Op.LoadDynamic) return false
  const key = keyOf(known, node)
  return (
    key !== undefined &&
    references
      .attribute(program.operand(node, 0), key)
      .some((value) => isIncrease(value, (operand) => keyOf(known, operand) === key))
  )
}

function keyOf({ program }: KnownProgram, node: number): string | undefined {
  if (program.op(node) === Op.Load) return program.text(node, 1)
  return program.op(node) === Op.LoadDynamic ? program.literalText(program.operand(node, 1)) : undefined
}

function partsOfCondition(known: KnownProgram, node: number): readonly number[] {
  const { program } = known
  const operands = Array.from({ length: program.operandCount(node) }, (_none, index) => program.operand(node, index))
  switch (program.op(node)) {
    case Op.Binary:
    case Op.Logical:
    case Op.Unary:
      return operands.slice(1)
    case Op.Call:
      return [receiverOf(known, node) ?? -1, ...positionalArguments(known, node)]
    case Op.Load:
      return [operands[0] ?? -1]
    case Op.Concat:
      return operands
    default:
      return definitionsOf(known, node).filter((one) => one !== node)
  }
}
