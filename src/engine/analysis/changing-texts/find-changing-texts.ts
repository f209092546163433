import type { KnownProgram } from '../schemas/known-program.ts'
import { definitionsOf } from '../schemas/schema-steps.ts'
import { constantText } from '../taint/sources/constant-text.ts'
import type { OfferedTool } from '../taint/sources/taint-source.ts'
import { type ChangingText, changingTextLimits } from './changing-text.ts'
import { changedTool, placeIn } from './changed-tool.ts'
import { descriptionAt } from './described-at.ts'
import { LaterFunctions } from './later-functions.ts'
import { loadOf } from './text-loads.ts'
import { switchOf } from './text-switches.ts'
import { replacementsIn } from './text-replacements.ts'

/** Returns the descriptions of tools that the code changes, chooses, or loads at run time. */
export function findChangingTexts(known: KnownProgram, tools: readonly OfferedTool[]): ChangingText[] {
  const named = tools.filter(({ kind, name }) => kind === 'tool' && !name.includes('…'))
  if (named.length === 0) return []
  const later = new LaterFunctions(known, tools)
  const found = [...named.flatMap((tool) => [...changesOf(known, tool, later)]), ...replacementsIn(known, named, later)]
  return found.slice(0, changingTextLimits.maxChanges)
}

/** Yields the changes of a description by its own expression: a switch, a load, or another text in a variable. */
function* changesOf(known: KnownProgram, tool: OfferedTool, later: LaterFunctions): Iterable<ChangingText> {
  const described = descriptionAt(known, tool.node)
  yield* registeredAgain(known, tool, later)
  if (described < 0) return
  const texts = definitionsOf(known, described)
    .slice(0, changingTextLimits.maxTexts)
    .flatMap((node) => {
      const text = constantText(known, node)
      return text === undefined ? [] : [{ node, text, cause: later.causeAt(node) }]
    })
  const own = tool.description
  const others = texts.filter(({ text }) => text !== own)
  const isEarly = texts.some(({ cause }) => cause === undefined)
  const replaced = isEarly ? others.find(({ cause }) => cause !== undefined) : undefined
  const cause = others.length === 0 ? undefined : (replaced?.cause ?? switchOf(known, described))
  if (others.length > 0)
    for (const { node, text } of others)
      yield {
        ...changedTool(known, tool),
        change: replaced ? 'replaced' : 'switched',
        cause: cause ?? 'unknown',
        ...placeIn(known, node),
        text: text.slice(0, 20_000),
      }
  const load = loadOf(known, described)
  if (load && tool.description === undefined)
    yield {
      ...changedTool(known, tool),
      change: 'loaded',
      cause: load.cause,
      ...(load.host !== undefined && { host: load.host }),
      ...placeIn(known, load.call),
    }
}

/** Yields registrations of a tool with another description, in code that runs for a call of a tool. */
function* registeredAgain(known: KnownProgram, tool: OfferedTool, later: LaterFunctions): Iterable<ChangingText> {
  const nodes = [
    tool.node,
    ...tool.others.flatMap(({ node, description }) => (description === undefined ? [] : [node])),
  ]
  const causes = nodes.map((node) => ({ node, cause: later.causeAt(node) }))
  if (causes.every(({ cause }) => cause !== undefined)) return
  for (const { node, cause } of causes)
    if (cause !== undefined) yield { ...changedTool(known, tool), change: 'replaced', cause, ...placeIn(known, node) }
}
