import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, definitionsOf, positionalArguments, propertiesOf, receiverOf } from '../../schemas/schema-steps.ts'
import type { CollectedSources, ToolDraft } from './collected-sources.ts'
import { constantText, readDescription } from './constant-text.ts'

/** Attributes that hold the text of a definition. */
const describingKeys: ReadonlySet<string> = new Set(['description', 'title', '__doc__'])

/** Maximum number of tools that one statement changes. A loop over a list of tools changes all of them. */
const maxChanged = 200

/** Assigns a new text to a definition that the program has already registered. */
interface Assignment {
  readonly node: number
  readonly target: number
  readonly key: string
  readonly value: number
}

/**
 * Adds the texts that the program assigns to definitions after it has registered them: `tool.description = '…'`,
 * `tool.update({ description: '…' })`, `greet.__doc__ = '…'`, `server._tools['greet'].description = '…'`.
 */
export function findReassignedTexts(known: KnownProgram, collected: CollectedSources): void {
  const offered = [...collected.tools]
  if (offered.length === 0) return
  const targets = new DefinitionTargets(known, offered)
  for (const { node, target, key, value } of assignmentsIn(known)) {
    const drafts = targets.of(target, key)
    if (drafts.length === 0) continue
    const { description: text, ...rest } = readDescription(known, value)
    const isDynamic = rest.isDynamic && !extendsOwnText(known, value)
    for (const draft of drafts)
      collected.reassign(draft, { node, value, isTitle: key === 'title', text, ...rest, isDynamic })
  }
}

/** Reports whether a text consists of constants and of the text that the definition already has. */
function extendsOwnText(known: KnownProgram, value: number, depth = 0): boolean {
  const { program } = known
  const operands = Array.from({ length: program.operandCount(value) }, (_none, index) => program.operand(value, index))
  switch (program.op(value)) {
    case Op.Literal:
      return true
    case Op.Load:
      return describingKeys.has(program.text(value, 1))
    case Op.Concat:
      return depth < 8 && operands.every((part) => extendsOwnText(known, part, depth + 1))
    // `tool.description ?? ''`
    case Op.Logical:
      return depth < 8 && operands.slice(1).every((part) => extendsOwnText(known, part, depth + 1))
    default:
      return constantText(known, value)?.includes('…') === false
  }
}

function assignmentsIn(known: KnownProgram): readonly Assignment[] {
  const { program } = known
  const found: Assignment[] = []
  for (const node of program.index.of(Op.Store)) {
    const key = program.text(node, 1)
    if (describingKeys.has(key))
      found.push({ node, target: program.operand(node, 0), key, value: program.operand(node, 2) })
  }
  for (const node of program.index.of(Op.StoreDynamic)) {
    const key = program.literalText(program.operand(node, 1))
    if (key !== undefined && describingKeys.has(key))
      found.push({ node, target: program.operand(node, 0), key, value: program.operand(node, 2) })
  }
  for (const call of program.callsOfMethod('update')) {
    const [changes] = positionalArguments(known, call)
    found.push(...assignedTo(known, call, receiverOf(known, call), changes))
  }
  for (const call of program.callsOfMethod('assign')) {
    const [target, changes] = positionalArguments(known, call)
    found.push(...assignedTo(known, call, target, changes))
  }
  for (const call of program.index.of(Op.Call)) {
    if (program.op(program.operand(call, 0)) === Op.Load || calledName(known, call) !== 'setattr') continue
    const [target, keyNode, value] = positionalArguments(known, call)
    const key = keyNode === undefined ? undefined : constantText(known, keyNode)
    if (target !== undefined && value !== undefined && key !== undefined && describingKeys.has(key))
      found.push({ node: call, target, key, value })
  }
  return found
}

function assignedTo(
  known: KnownProgram,
  call: number,
  target: number | undefined,
  changes: number | undefined,
): readonly Assignment[] {
  if (target === undefined || changes === undefined) return []
  return definitionsOf(known, changes)
    .filter((object) => known.program.op(object) === Op.ObjectOf)
    .flatMap((object) => [...propertiesOf(known, object).values])
    .filter(([key]) => describingKeys.has(key))
    .map(([key, value]) => ({ node: call, target, key, value }))
}

/** Finds the tools that an assignment changes. */
class DefinitionTargets {
  readonly #known: KnownProgram
  readonly #byNode = new Map<number, ToolDraft[]>()
  readonly #byFunction = new Map<number, ToolDraft[]>()
  readonly #byName = new Map<string, ToolDraft[]>()

  constructor(known: KnownProgram, drafts: readonly ToolDraft[]) {
    this.#known = known
    for (const draft of drafts) {
      const nodes = [draft.node, draft.describedAt, ...[...draft.definitions.values()].map(({ node }) => node)]
      for (const node of new Set(nodes)) add(this.#byNode, node, draft)
      for (const index of draft.functions) add(this.#byFunction, index, draft)
      add(this.#byName, draft.name, draft)
    }
  }

  of(target: number, key: string): readonly ToolDraft[] {
    const { references } = this.#known
    const changed =
      key === '__doc__'
        ? references.functions(target).flatMap((index) => this.#byFunction.get(index) ?? [])
        : [...definitionsOf(this.#known, target), ...references.objects(target)].flatMap(
            (node) => this.#byNode.get(node) ?? [],
          )
    const found = changed.length > 0 ? changed : this.#named(target)
    return [...new Set(found)].slice(0, maxChanged)
  }

  /** Returns the tools that an expression looks up by name: `server._tools['greet']`, `manager.get_tool('greet')`. */
  #named(target: number): readonly ToolDraft[] {
    const { program } = this.#known
    const [definition = target] = definitionsOf(this.#known, target)
    const [name, place] = lookup(this.#known, definition)
    if (name === undefined || place < 0 || !/tools?\b|prompts?\b|resources?\b/i.test(placeName(this.#known, place)))
      return []
    return program.op(definition) === Op.Literal ? [] : (this.#byName.get(name) ?? [])
  }
}

/** Returns the key of a lookup, and the value in which the program looks it up. */
function lookup(known: KnownProgram, node: number): readonly [string | undefined, number] {
  const { program } = known
  switch (program.op(node)) {
    case Op.Load:
      return [program.text(node, 1), program.operand(node, 0)]
    case Op.LoadDynamic:
      return [constantText(known, program.operand(node, 1)), program.operand(node, 0)]
    case Op.Call: {
      const [key] = positionalArguments(known, node)
      return [key === undefined ? undefined : constantText(known, key), program.operand(node, 0)]
    }
    default:
      return [undefined, -1]
  }
}

/** Returns the names in an expression such as `server._registeredTools` or `manager.get_tool`. */
function placeName({ program }: KnownProgram, node: number): string {
  const names: string[] = []
  for (let at = node, steps = 0; program.op(at) === Op.Load && steps < 4; at = program.operand(at, 0), steps += 1)
    names.push(program.text(at, 1))
  return names.join(' ')
}

function add<K>(into: Map<K, ToolDraft[]>, key: K, draft: ToolDraft): void {
  const known = into.get(key)
  if (known) known.push(draft)
  else into.set(key, [draft])
}
