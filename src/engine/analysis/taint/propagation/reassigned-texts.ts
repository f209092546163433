import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, definitionsOf, positionalArguments, propertiesOf, receiverOf } from '../../schemas/schema-steps.ts'
import { constantText } from '../sources/constant-text.ts'
import type { OfferedTool } from '../sources/taint-source.ts'

/** Attributes that hold the text of a definition. */
const textKeys: ReadonlySet<string> = new Set(['description', 'title'])

/** Maximum number of tools that one statement changes. A loop over a list of tools changes all of them. */
const maxChanged = 200

/** Maximum number of texts that a program assigns to tools. */
const maxAssigned = 20_000

/** A text that the program assigns to the definition of a tool. */
export interface ReassignedText {
  readonly tool: OfferedTool
  /** Node of the assignment. */
  readonly node: number
  readonly value: number
  readonly isTitle: boolean
}

interface Assignment {
  readonly node: number
  readonly target: number
  readonly key: string
  readonly value: number
}

/**
 * Returns the texts that the program assigns to definitions: `tool.description = '…'`, `tool.update({ description: '…'
 * })`, `server._tools['greet'].description = '…'`, `setattr(tool, 'description', '…')`.
 */
export function reassignedTexts(
  known: KnownProgram,
  tools: readonly OfferedTool[],
): { readonly reassigned: readonly ReassignedText[]; readonly isCut: boolean } {
  const reassigned: ReassignedText[] = []
  if (tools.length === 0) return { reassigned, isCut: false }
  const targets = new DefinitionTargets(known, tools)
  for (const { node, target, key, value } of assignmentsIn(known)) {
    for (const tool of targets.of(target)) {
      if (reassigned.length >= maxAssigned) return { reassigned, isCut: true }
      reassigned.push({ tool, node, value, isTitle: key === 'title' })
    }
  }
  return { reassigned, isCut: false }
}

function assignmentsIn(known: KnownProgram): readonly Assignment[] {
  const { program } = known
  const found: Assignment[] = []
  const add = (node: number, target: number, key: string | undefined, value: number) => {
    if (key !== undefined && textKeys.has(key)) found.push({ node, target, key, value })
  }
  for (const node of program.index.of(Op.Store))
    add(node, program.operand(node, 0), program.text(node, 1), program.operand(node, 2))
  for (const node of program.index.of(Op.StoreDynamic))
    add(node, program.operand(node, 0), program.literalText(program.operand(node, 1)), program.operand(node, 2))
  for (const name of ['update', 'assign']) {
    for (const call of program.callsOfMethod(name)) {
      const args = positionalArguments(known, call)
      const [target, changes] = name === 'update' ? [receiverOf(known, call), args[0]] : args
      if (target === undefined || changes === undefined) continue
      for (const object of definitionsOf(known, changes))
        if (program.op(object) === Op.ObjectOf)
          for (const [key, value] of propertiesOf(known, object).values) add(call, target, key, value)
    }
  }
  for (const call of program.index.of(Op.Call)) {
    if (program.op(program.operand(call, 0)) === Op.Load || calledName(known, call) !== 'setattr') continue
    const [target, key, value] = positionalArguments(known, call)
    if (target !== undefined && key !== undefined && value !== undefined)
      add(call, target, program.literalText(key), value)
  }
  return found
}

/** Finds the tools that an assignment changes. */
class DefinitionTargets {
  readonly #known: KnownProgram
  readonly #byNode = new Map<number, OfferedTool[]>()
  readonly #byName: ReadonlyMap<string, readonly OfferedTool[]>

  constructor(known: KnownProgram, tools: readonly OfferedTool[]) {
    this.#known = known
    this.#byName = Map.groupBy(tools, ({ name }) => name)
    for (const tool of tools)
      for (const node of new Set([tool.node, ...tool.others.map(({ node: other }) => other)])) {
        const others = this.#byNode.get(node)
        if (others) others.push(tool)
        else this.#byNode.set(node, [tool])
      }
  }

  of(target: number): readonly OfferedTool[] {
    const nodes = [...definitionsOf(this.#known, target), ...this.#known.references.objects(target)]
    const changed = nodes.flatMap((node) => this.#byNode.get(node) ?? [])
    return [...new Set(changed.length > 0 ? changed : this.#named(target))].slice(0, maxChanged)
  }

  /** Returns the tools that an expression looks up by name: `server._tools['greet']`, `manager.get_tool('greet')`. */
  #named(target: number): readonly OfferedTool[] {
    const [definition = target] = definitionsOf(this.#known, target)
    const { key, place } = lookup(this.#known, definition)
    return key === undefined || !/tools?\b|prompts?\b|resources?\b/i.test(namesIn(this.#known, place))
      ? []
      : (this.#byName.get(key) ?? [])
  }
}

/** Returns the key of a lookup, and the value in which the program looks it up. */
function lookup(known: KnownProgram, node: number): { readonly key: string | undefined; readonly place: number } {
  const { program } = known
  const place = program.operand(node, 0)
  switch (program.op(node)) {
    case Op.Load:
      return { key: program.text(node, 1), place }
    case Op.LoadDynamic:
      return { key: constantText(known, program.operand(node, 1)), place }
    case Op.Call: {
      const [key] = positionalArguments(known, node)
      return { key: key === undefined ? undefined : constantText(known, key), place }
    }
    default:
      return { key: undefined, place: -1 }
  }
}

/** Returns the names in an expression such as `server._registeredTools` or `manager.get_tool`. */
function namesIn({ program }: KnownProgram, node: number): string {
  const names: string[] = []
  for (let at = node, steps = 0; program.op(at) === Op.Load && steps < 4; at = program.operand(at, 0), steps += 1)
    names.push(program.text(at, 1))
  return names.join(' ')
}
