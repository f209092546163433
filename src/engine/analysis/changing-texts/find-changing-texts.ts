import type { KnownProgram } from '../schemas/known-program.ts'
import type { OfferedTool } from '../taint/sources/taint-source.ts'
import { declaredBy, placeIn } from '../tool-acts/declared-by.ts'
import { textsIn, valuesIn } from '../tool-acts/value-texts.ts'
import { type ChangingText, changingTextLimits } from './changing-text.ts'
import { descriptionAt } from './described-at.ts'
import { LaterFunctions } from './later-functions.ts'
import { loadOf } from './text-loads.ts'
import { replacementsIn } from './text-replacements.ts'
import { switchOf } from './text-switches.ts'

/**
 * Returns the descriptions of tools that the code changes, chooses, or loads at run time. `isCut` is true if there may
 * be more.
 */
export function findChangingTexts(
  known: KnownProgram,
  tools: readonly OfferedTool[],
): { readonly changes: ChangingText[]; readonly isCut: boolean } {
  const named = tools.filter(({ kind, name }) => kind === 'tool' && !name.includes('…'))
  if (named.length === 0) return { changes: [], isCut: false }
  const later = new LaterFunctions(known, tools)
  const found = [...named.flatMap((tool) => [...changesOf(known, tool, later)]), ...replacementsIn(known, named, later)]
  let left: number = changingTextLimits.maxTotalCharacters
  let isCut = found.length > changingTextLimits.maxChanges
  const changes = found.slice(0, changingTextLimits.maxChanges).map(({ text, ...change }) => {
    left -= text?.length ?? 0
    isCut ||= left < 0
    return { ...change, ...(text !== undefined && left >= 0 && { text }) }
  })
  return { changes, isCut }
}

/** Yields the changes of a description by its own expression: a switch, a load, or another text in a variable. */
function* changesOf(known: KnownProgram, tool: OfferedTool, later: LaterFunctions): Iterable<ChangingText> {
  yield* registeredAgain(known, tool, later)
  const described = descriptionAt(known, tool.node)
  if (described < 0) return
  yield* otherTexts(known, { tool, described, later })
  const load = tool.description === undefined ? loadOf(known, described) : undefined
  if (load)
    yield {
      ...declaredBy(known, tool),
      change: 'loaded',
      cause: load.cause,
      ...(load.host !== undefined && { host: load.host }),
      ...placeIn(known, load.call),
    }
}

/** Yields the other constant texts of a description. Its own text must be one of them. */
function* otherTexts(
  known: KnownProgram,
  {
    tool,
    described,
    later,
  }: { readonly tool: OfferedTool; readonly described: number; readonly later: LaterFunctions },
): Iterable<ChangingText> {
  const texts = valuesIn(known, described, undefined)
    .slice(0, changingTextLimits.maxTexts)
    .flatMap((node) => textsIn(known, node, undefined).map((text) => ({ node, text, cause: later.causeAt(node) })))
  const others = texts.filter(({ text }) => text !== tool.description)
  if (others.length === 0 || others.length === texts.length) return
  const isEarly = texts.some(({ cause }) => cause === undefined)
  const chosenBy = switchOf(known, described) ?? 'unknown'
  for (const { node, text, cause } of others) {
    const isReplaced = isEarly && cause !== undefined
    yield {
      ...declaredBy(known, tool),
      change: isReplaced ? 'replaced' : 'switched',
      cause: isReplaced ? cause : chosenBy,
      ...placeIn(known, node),
      text: text.slice(0, 20_000),
    }
  }
}

/** Yields registrations of a tool with another description, in code that runs for a call of a tool. */
function* registeredAgain(known: KnownProgram, tool: OfferedTool, later: LaterFunctions): Iterable<ChangingText> {
  const again = tool.others.filter(({ description }) => description !== undefined)
  const causes = [tool.node, ...again.map(({ node }) => node)].map((node) => ({ node, cause: later.causeAt(node) }))
  if (causes.every(({ cause }) => cause !== undefined)) return
  for (const { node, cause } of causes)
    if (cause !== undefined) yield { ...declaredBy(known, tool), change: 'replaced', cause, ...placeIn(known, node) }
}
