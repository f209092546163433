import { Op } from '../ir/operations.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import { definitionsOf, positionalArguments, propertiesOf, receiverOf } from '../schemas/schema-steps.ts'
import { constantText } from '../taint/sources/constant-text.ts'
import type { OfferedTool } from '../taint/sources/taint-source.ts'
import { declaredBy, placeIn } from '../tool-acts/declared-by.ts'
import { type ChangingText, changingTextLimits } from './changing-text.ts'
import type { LaterFunctions } from './later-functions.ts'
import { loadOf } from './text-loads.ts'

/** An assignment of a description to what may be a tool. */
interface Assignment {
  readonly node: number
  readonly owner: number
  readonly value: number
}

/**
 * Returns assignments of another description to tools in code that runs after the start: `tool.description = …`,
 * `tool.update({ description: … })`, `function.__doc__ = …`.
 */
export function replacementsIn(
  known: KnownProgram,
  tools: readonly OfferedTool[],
  later: LaterFunctions,
): ChangingText[] {
  const byNode = new Map(
    tools.flatMap((tool) => [tool.node, ...tool.others.map(({ node }) => node)].map((node) => [node, tool])),
  )
  const byFunction = new Map(tools.flatMap((tool) => tool.functions.map((index) => [index, tool])))
  const found: ChangingText[] = []
  for (const { node, owner, value } of assignmentsIn(known)) {
    const cause = later.causeAt(node)
    if (cause === undefined) continue
    const sites = known.references.objects(owner)
    const functions = known.references.functions(owner)
    const changed = new Set(
      [...sites.map((site) => byNode.get(site)), ...functions.map((index) => byFunction.get(index))].filter(
        (tool) => tool !== undefined,
      ),
    )
    for (const definition of definitionsOf(known, owner)) {
      const tool = byNode.get(definition)
      if (tool) changed.add(tool)
    }
    // Other objects with a description, such as records, may be what the code changes.
    if (sites.some((site) => known.program.op(site) === Op.ObjectOf && !byNode.has(site))) continue
    const [tool] = changed
    const text = constantText(known, value)
    const load = loadOf(known, value)
    if (!tool || (text === undefined && load?.cause !== 'network') || text === tool.description) continue
    found.push({
      ...declaredBy(known, tool),
      change: 'replaced',
      cause,
      ...(load?.host !== undefined && { host: load.host }),
      ...placeIn(known, node),
      ...(text !== undefined && { text: text.slice(0, 20_000) }),
      ...(changed.size > 1 && { candidates: changed.size }),
    })
    if (found.length >= changingTextLimits.maxChanges) break
  }
  return found
}

function assignmentsIn(known: KnownProgram): Assignment[] {
  const { program } = known
  const stores = ['description', '__doc__'].flatMap((key): Assignment[] =>
    [...program.index.naming(program.stringIndex(key))]
      .filter((node) => program.op(node) === Op.Store)
      .map((node) => ({ node, owner: program.operand(node, 0), value: program.operand(node, 2) })),
  )
  const updates = program.callsOfMethod('update').flatMap((node): Assignment[] => {
    const [first] = positionalArguments(known, node)
    const owner = receiverOf(known, node)
    const [object] = first === undefined ? [] : definitionsOf(known, first)
    const value = object === undefined ? undefined : propertiesOf(known, object).values.get('description')
    return owner === undefined || value === undefined ? [] : [{ node, owner, value }]
  })
  return [...stores, ...updates]
}
