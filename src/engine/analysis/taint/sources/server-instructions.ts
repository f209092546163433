import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import {
  calledName,
  definitionsOf,
  keywordArgument,
  positionalArguments,
  propertiesOf,
} from '../../schemas/schema-steps.ts'
import type { CollectedSources } from './collected-sources.ts'
import { constantText, readText } from './constant-text.ts'
import type { EntryPointIndex } from './entry-point-index.ts'

/** Server classes that accept instructions, in both languages. */
export const instructedClasses: readonly string[] = ['FastMCP', 'LowLevelServer', 'MCPServer', 'McpServer', 'Server']

/**
 * Adds the instructions that servers send to models: `new McpServer({ name }, { instructions })`, `FastMCP('name',
 * instructions='…')`.
 */
export function findInstructions(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  const calls = new Set([
    ...survey.plainCalls,
    ...instructedClasses.flatMap((name) => survey.methodCalls.get(name) ?? []),
  ])
  for (const call of calls) {
    if (!instructedClasses.includes(calledName(known, call) ?? '')) continue
    const args = positionalArguments(known, call)
    const objects = args
      .slice(0, 2)
      .flatMap((argument) => definitionsOf(known, argument))
      .filter((node) => known.program.op(node) === Op.ObjectOf)
      .map((node) => propertiesOf(known, node).values)
    const node =
      keywordArgument(known, call, 'instructions') ??
      objects.map((values) => values.get('instructions')).find((value) => value !== undefined)
    // Skips `undefined`, and a parameter for which no caller passes an argument.
    if (node === undefined || known.program.op(definitionsOf(known, node)[0] ?? node) === Op.Global) continue
    const named =
      keywordArgument(known, call, 'name') ??
      objects.map((values) => values.get('name')).find((value) => value !== undefined) ??
      args[0]
    collected.addInstructions({
      name: named === undefined ? undefined : constantText(known, named),
      ...readText(known, node),
      node: call,
      described: node,
    })
  }
}
