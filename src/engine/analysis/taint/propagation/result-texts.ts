import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, keywordArgument, propertiesOf } from '../../schemas/schema-steps.ts'
import { taintLimits } from '../../taint-limits.ts'
import type { ToolText } from '../../tool-text.ts'
import { possibleTexts } from '../sources/possible-texts.ts'
import type { OfferedTool } from '../sources/taint-source.ts'
import { operandsOf, optionCount, optionsOf } from '../sources/text-options.ts'
import type { TextWork } from '../sources/text-work.ts'
import { decoratedServerLanguage } from '../../models/server-surface/python-servers.ts'
import { toolText } from './tool-texts.ts'

/** Maximum number of functions per tool, of values per function, of nested calls, and of values in a program. */
const bounds = { functions: 200, values: 5_000, calls: 4, total: 500_000 }

/** Keys and keyword arguments of results whose items the model reads, and of the text in an item. */
const listKeys = ['content', 'contents'] as const
const itemKeys = ['text', 'content'] as const

/** Classes of items, and of results that contain them. */
const itemClasses: ReadonlySet<string> = new Set(['TextContent', 'TextResourceContents', 'ReadResourceContents'])
const resultClasses: ReadonlySet<string> = new Set(['CallToolResult', 'ToolResult', 'ReadResourceResult'])

/** Minimum length of a text that can give an order. A text about secrets also contains one of these words. */
const minLength = 40
const mayConcernSecrets = new RegExp(
  String.raw`\b(?:keys?|tokens?|credentials?|passwords?|secrets?|cookies?|wallets?|variables?|keystore|history)\b|` +
    String.raw`[\\/]\.\w|\.\w{0,20}(?:env|rc|pem)\b|id_\w`,
  'i',
)

/** A value, and the calls that lead to it. */
interface Value {
  readonly node: number
  readonly calls: readonly Call[]
}
interface Call {
  readonly call: number
  readonly callee: number
}

/**
 * Returns the constant texts that the functions of tools and resources return as content of MCP results: `{ content: [{
 * type: 'text', text }] }`, the return value of a Python function, and the `contents` of resources. Messages to other
 * models, logs, and messages of errors are not results. Prompts are a part of their definition.
 */
export function resultTexts(
  known: KnownProgram,
  tools: readonly OfferedTool[],
  work: TextWork,
): { readonly texts: readonly ToolText[]; readonly isCut: boolean } {
  const found = new Map<string, ToolText>()
  let [characters, total, isCut] = [0, 0, false]
  const read = new Map<number, ReturnType<typeof possibleTexts>>()
  const users = new Map<number, number>()
  for (const { functions } of tools) for (const index of functions) users.set(index, (users.get(index) ?? 0) + 1)
  for (const tool of tools) {
    if (tool.kind !== 'tool' && tool.kind !== 'resource') continue
    isCut ||= tool.functions.length > bounds.functions
    for (const index of tool.functions.slice(0, bounds.functions)) {
      const reader = new ResultReader(known, tool, bounds.total - total)
      const values = reader.textsOf(index, (users.get(index) ?? 0) > 1)
      total += reader.visited
      isCut ||= reader.isCut
      for (const value of values) {
        const { texts } = read.get(value) ?? possibleTexts(known, value, work, 'certain')
        read.set(value, { texts, isCut: false })
        for (const one of texts) {
          if (one.text.length < minLength || !mayConcernSecrets.test(one.text)) continue
          characters += one.text.length
          if (found.size >= taintLimits.maxKept || characters > taintLimits.maxRuntimeCharacters)
            return { texts: [...found.values()], isCut: true }
          found.set(JSON.stringify([tool.node, one.node, one.text]), toolText(known, tool, 'result', one))
        }
      }
    }
  }
  return { texts: [...found.values()], isCut }
}

/** Follows the values that a function returns to the texts in them. */
class ResultReader {
  readonly #known: KnownProgram
  readonly #tool: OfferedTool
  readonly #limit: number
  readonly #texts = new Set<number>()
  visited = 0
  isCut = false

  constructor(known: KnownProgram, tool: OfferedTool, left: number) {
    this.#known = known
    this.#tool = tool
    this.#limit = Math.min(left, bounds.values)
  }

  textsOf(index: number, isShared: boolean): ReadonlySet<number> {
    const { program } = this.#known
    const returns = program.functions[index]?.returns ?? []
    // Each tool that shares a function may have only one of its results.
    if (isShared && this.#tool.regions.length === 0 && returns.length > 1) return this.#texts
    for (const node of returns) if (this.#isOwn(node)) this.#readResult({ node: program.operand(node, 0), calls: [] })
    return this.#texts
  }

  /** Reports whether a node runs for the tool, if its function serves several tools. */
  #isOwn(node: number): boolean {
    const { program } = this.#known
    const region = program.regionAt(node)
    return this.#tool.regions.length === 0 || this.#tool.regions.some((one) => program.isWithin(region, one))
  }

  /** Returns the values behind variables, conditions, calls of the project, and parameters. */
  #values(start: Value): readonly Value[] {
    const { program, references } = this.#known
    const found: Value[] = []
    const waiting: Value[] = [start]
    const seen = new Set<number>()
    for (const { node, calls } of waiting) {
      this.visited += 1 + optionCount(this.#known, node)
      this.isCut ||= this.visited > this.#limit
      if (this.isCut) return []
      if (node < 0 || seen.has(node)) continue
      seen.add(node)
      const call = calls.at(-1)
      if (program.op(node) === Op.Parameter && call?.callee === program.functionOf(node)) {
        const passed = references.argumentFor(call.call, call.callee, program.operand(node, 0))
        if (passed !== undefined) waiting.push({ node: passed, calls: calls.slice(0, -1) })
        continue
      }
      const [callee] = program.op(node) === Op.Call ? references.callees(node) : []
      const options = optionsOf(this.#known, node).filter((option) => option !== node)
      if (callee !== undefined && calls.length >= bounds.calls) continue
      const inner = callee === undefined ? calls : [...calls, { call: node, callee }]
      if (options.length === 0) found.push({ node, calls })
      for (const option of options) waiting.push({ node: option, calls: inner })
    }
    return found
  }

  #readResult(result: Value): void {
    for (const value of this.#values(result)) {
      const lists = listKeys.flatMap((key) => this.#under(value, key))
      for (const list of lists) this.#readList(list)
      if (lists.length > 0) continue
      if (!this.#isPython()) continue
      // A function returns a text, a list of contents, or a dictionary that becomes text.
      if (this.#isList(value)) this.#readList(value)
      else if (this.#known.program.op(value.node) === Op.ObjectOf)
        for (const field of this.#fields(value)) this.#addText(field)
      else this.#readItem(value)
    }
  }

  #readList(list: Value): void {
    const { program } = this.#known
    for (const { node, calls } of this.#values(list)) {
      if (program.op(node) !== Op.ArrayOf) continue
      for (const item of operandsOf(this.#known, node)) {
        const from = program.op(item) === Op.Spread ? program.operand(item, 0) : item
        if (program.op(item) === Op.Spread) this.#readList({ node: from, calls })
        else this.#readItem({ node: from, calls })
      }
    }
  }

  #readItem(item: Value): void {
    for (const value of this.#values(item)) {
      const texts = itemKeys.flatMap((key) => this.#under(value, key))
      for (const text of texts) this.#addText(text)
      if (texts.length === 0 && this.#isPython() && !this.#isObject(value)) this.#addText(value)
    }
  }

  #addText(text: Value): void {
    for (const { node } of this.#values(text)) this.#texts.add(node)
  }

  /** Returns the value under a key of an object, or the keyword argument of a result class. */
  #under({ node, calls }: Value, key: string): readonly Value[] {
    const { program } = this.#known
    if (program.op(node) === Op.ObjectOf) {
      const value = propertiesOf(this.#known, node).values.get(key)
      return value === undefined ? [] : [{ node: value, calls }]
    }
    if (!this.#isObject({ node, calls })) return []
    const value = keywordArgument(this.#known, node, key)
    return value === undefined ? [] : [{ node: value, calls }]
  }

  #isList = ({ node }: Value): boolean => this.#known.program.op(node) === Op.ArrayOf

  /** Reports whether a value is an object, not a text. */
  #isObject({ node }: Value): boolean {
    const { program } = this.#known
    const op = program.op(node)
    if (op !== Op.Call && op !== Op.New) return op === Op.ObjectOf
    const name = calledName(this.#known, node) ?? ''
    return itemClasses.has(name) || resultClasses.has(name)
  }

  #fields({ node, calls }: Value): readonly Value[] {
    return [...propertiesOf(this.#known, node).values.values()].map((field) => ({ node: field, calls }))
  }

  /** Reports whether the framework makes a text of what the function returns. */
  #isPython(): boolean {
    const { program } = this.#known
    return program.fileOf(this.#tool.node).semantics.libraries === decoratedServerLanguage
  }
}
