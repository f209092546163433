import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { routeParameter } from './route-parameters.ts'

/** Maximum number of string parts visited, and maximum nesting depth. */
const bounds = { parts: 200, depth: 6 }

/** Methods of an HTTP response that return the response itself. */
const answerMethods: ReadonlySet<string> = new Set([
  'status',
  'code',
  'type',
  'contentType',
  'set',
  'header',
  'headers',
  'setHeader',
  'writeHead',
  'cookie',
  'clearCookie',
  'append',
  'vary',
  'links',
  'location',
  'attachment',
])

/**
 * Returns the name of a value as lowercase words, taken from its attribute, parameter, or type, or from the call that
 * returned it.
 */
export function wordsOf(known: KnownProgram, node: number): string {
  const names = new Set<string>()
  const answer = answerBehind(known, node)
  for (const one of [
    node,
    ...known.references.origins(node),
    ...(answer === node ? [] : [answer, ...known.references.origins(answer)]),
  ])
    for (const name of namesOf(known, one, 0)) names.add(name)
  return [...names].map(spacedName).join(' ; ')
}

/** Returns the response behind chained calls: `response` for `response.status(200).type('html')`. */
function answerBehind({ program }: KnownProgram, node: number): number {
  let behind = node
  for (let steps = 0; steps < bounds.depth && program.op(behind) === Op.Call; steps += 1) {
    const callee = program.operand(behind, 0)
    if (program.op(callee) !== Op.Load || !answerMethods.has(program.text(callee, 1))) break
    behind = program.operand(callee, 0)
  }
  return behind
}

function namesOf(known: KnownProgram, node: number, depth: number): string[] {
  const { program } = known
  switch (program.op(node)) {
    case Op.Load:
      return [program.text(node, 1)]
    case Op.Global:
      return [program.text(node, 0)]
    case Op.Import:
      return [program.text(node, 1), program.text(node, 0)]
    case Op.Typed:
      return [program.text(node, 1), ...(depth < 3 ? namesOf(known, program.operand(node, 0), depth + 1) : [])]
    case Op.Parameter: {
      const parameter = program.functions[program.functionOf(node)]?.parameters.find((one) => one.node === node)
      return [parameter?.name ?? '', parameter?.annotation ?? '', routeParameter(known, node) ?? '']
    }
    case Op.Await:
    case Op.Capture:
    case Op.Element:
    case Op.Call:
    case Op.New:
      return depth < 3 ? namesOf(known, program.operand(node, 0), depth + 1) : []
    default:
      return []
  }
}

/** Returns a value's names as a variable, an attribute, or a key: `url` for `args['url']`. */
export function nameWords(known: KnownProgram, node: number): string[] {
  const names = new Set<string>()
  for (const one of [node, ...known.references.origins(node)]) {
    const name = ownName(known, one, 0)
    if (name !== undefined && name !== '') names.add(name)
  }
  return [...names]
}

function ownName({ program, references }: KnownProgram, node: number, depth: number): string | undefined {
  switch (program.op(node)) {
    case Op.Load:
      return program.text(node, 1)
    case Op.LoadDynamic:
      return program.literalText(program.operand(node, 1))
    case Op.Parameter:
      return program.functions[program.functionOf(node)]?.parameters.find((one) => one.node === node)?.name
    case Op.Call: {
      const callee = program.operand(node, 0)
      return program.op(callee) === Op.Load && program.text(callee, 1) === 'get'
        ? program.literalText(program.operand(node, 1))
        : undefined
    }
    case Op.Typed:
    case Op.Await:
    case Op.Capture:
    case Op.Element:
    case Op.Logical: {
      const inner = program.operand(node, program.op(node) === Op.Logical ? 1 : 0)
      return depth < bounds.depth ? ownName({ program, references }, inner, depth + 1) : undefined
    }
    default:
      return undefined
  }
}

/** Returns `run query` for `runQuery` and `run_query`. */
export const spacedName = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase()

/** Returns the constant parts of the strings that a value may be, in order, up to a limit. */
export function literalParts(known: KnownProgram, node: number): string[] {
  const found: string[] = []
  if (node >= 0) collect(known, node, { found, seen: new Set() }, 0)
  return found
}

interface Collected {
  readonly found: string[]
  readonly seen: Set<number>
}

function collect(known: KnownProgram, node: number, collected: Collected, depth: number): void {
  const { program, references } = known
  const { found, seen } = collected
  if (depth > bounds.depth || seen.size > bounds.parts || seen.has(node)) return
  seen.add(node)
  const origins = references.origins(node)
  for (const origin of origins.length === 0 ? [node] : origins) {
    if (origin !== node && seen.has(origin)) continue
    seen.add(origin)
    switch (program.op(origin)) {
      case Op.Literal: {
        const text = program.literalText(origin)
        if (text !== undefined) found.push(text)
        break
      }
      case Op.Call:
        for (const callee of references.callees(origin).slice(0, bounds.depth))
          for (const returned of (program.functions[callee]?.returns ?? []).slice(0, bounds.parts))
            collect(known, program.operand(returned, 0), collected, depth + 1)
        collectOperands(known, origin, collected, depth)
        break
      case Op.Concat:
      case Op.TaggedTemplate:
      case Op.ArrayOf:
        collectOperands(known, origin, collected, depth)
        break
      default:
    }
  }
}

function collectOperands(known: KnownProgram, node: number, collected: Collected, depth: number): void {
  for (let index = 0, count = Math.min(known.program.operandCount(node), bounds.parts); index < count; index += 1)
    collect(known, partOf(known.program, known.program.operand(node, index)), collected, depth + 1)
}

/** Returns the receiver of a method, or the value of a keyword argument. */
function partOf(program: KnownProgram['program'], node: number): number {
  const op = program.op(node)
  if (op === Op.Load) return program.operand(node, 0)
  if (op === Op.Keyword) return program.operand(node, 1)
  return op === Op.Spread ? program.operand(node, 0) : node
}

/**
 * Returns the constant prefixes of the strings that a value may be. Undefined if one of these strings does not start
 * with a constant.
 */
export function openingTexts({ program, references }: KnownProgram, node: number): readonly string[] | undefined {
  const found: string[] = []
  let waiting = [node]
  for (let depth = 0; waiting.length > 0; depth += 1) {
    if (depth > bounds.depth) return undefined
    const next: number[] = []
    for (const one of waiting) {
      for (const origin of references.origins(one).length === 0 ? [one] : references.origins(one)) {
        const text = program.literalText(origin)
        if (text !== undefined) found.push(text)
        else if (program.op(origin) === Op.Concat) next.push(program.operand(origin, 0))
        else return undefined
      }
    }
    waiting = next
  }
  return found
}

/** Returns the values inserted into a string as separate words: after whitespace, but not after `--`. */
export function separateWords({ program, references }: KnownProgram, node: number): readonly number[] {
  return [node, ...references.origins(node)]
    .filter((one) => program.op(one) === Op.Concat)
    .flatMap((text) => {
      let [before, isEnded] = ['', false]
      const found: number[] = []
      for (let index = 0, count = Math.min(program.operandCount(text), bounds.parts); index < count; index += 1) {
        const part = program.operand(text, index)
        const literal = program.literalText(part)
        if (literal === undefined && /\s$/.test(before) && !isEnded) found.push(part)
        before = literal ?? ''
        isEnded ||= /\s--\s/.test(before)
      }
      return found
    })
}
