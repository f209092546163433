import { agentToolFunctions, agentToolModels } from '../../models/sources/agent-tools.ts'
import { decoratedServerLanguage } from '../../models/server-surface/python-servers.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import type { CollectedSources } from './collected-sources.ts'
import { decoratedBy, listedFunctions } from './decorated-functions.ts'
import { offerDecorated } from './decorated-tools.ts'
import type { EntryPointIndex } from './entry-point-index.ts'

const model = { offers: 'tool', entry: 'tool-argument' } as const

/** Adds the tools that a Python program passes to agents: `@tool`, `Tool.from_function(f)`, `Agent(tools=[f])`. */
export function findAgentTools(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  const { program, references } = known
  for (const call of [
    ...survey.plainCalls,
    ...agentToolFunctions.flatMap((name) => survey.methodCalls.get(name) ?? []),
  ]) {
    if (program.fileOf(call).semantics.libraries !== decoratedServerLanguage) continue
    const names = references.externals(program.operand(call, 0))
    const found = agentToolModels.find(({ name }) => names.some((one) => name.test(one)))
    if (!found) continue
    const all = found.form === 'list' ? listedFunctions(known, call, found.place) : decoratedBy(known, call)
    for (const decorated of all) offerDecorated(known, { survey, model, call, ...decorated }, all, collected)
  }
}
