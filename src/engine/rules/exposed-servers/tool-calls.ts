import { z } from 'zod'
import type { ScannedTool } from '../../model/scanned-tool.ts'
import type { Severity } from '../../model/severity.ts'

type Capability = ScannedTool['capabilities'][number]

/** Capabilities that affect the machine, with their descriptions. */
const actions = {
  'executes-commands': 'run commands',
  destructive: 'delete data',
  'writes-files': 'write files',
} as const satisfies Partial<Record<Capability, string>>

const actionNames = ['executes-commands', 'destructive', 'writes-files'] as const

/** Tools that a client can call, as arguments of a finding. */
export const ToolCalls = z.object({
  /** Up to three tool names. */
  examples: z.array(z.string()),
  /** Actions that at least one of the tools performs. */
  actions: z.array(z.enum(actionNames)),
})
export type ToolCalls = z.infer<typeof ToolCalls>

export function toolCallsOf(tools: readonly ScannedTool[]): ToolCalls {
  return {
    examples: tools
      .filter(({ kind }) => kind === 'tool')
      .slice(0, 3)
      .map(({ name }) => name),
    actions: actionsOf(tools),
  }
}

/**
 * Returns the severity that applies if an unauthorized client can call all tools: high if any of them affects the
 * machine, or medium otherwise.
 */
export function severityOfCalls(tools: readonly ScannedTool[]): Severity {
  return actionsOf(tools).length > 0 ? 'high' : 'medium'
}

/** Describes what the client can do, phrased to follow "can". */
export function describeCalls({ examples, actions: names }: ToolCalls): string {
  const named = examples.length === 0 ? '' : `, including ${examples.map((name) => `"${name}"`).join(', ')}`
  const acts = names.map((name) => actions[name])
  return `call every tool${named}${acts.length === 0 ? '' : `. Some tools ${acts.join(' and ')}`}`
}

function actionsOf(tools: readonly ScannedTool[]): ToolCalls['actions'] {
  return actionNames.filter((action) =>
    tools.some(({ kind, capabilities }) => kind === 'tool' && capabilities.includes(action)),
  )
}
