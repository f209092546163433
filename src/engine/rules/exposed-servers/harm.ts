import type { ScannedTool } from '../../model/scanned-tool.ts'
import type { Severity } from '../../model/severity.ts'

/** What tools do that cannot be undone, or that is as good as the machine. */
const acting: readonly ScannedTool['capabilities'][number][] = ['executes-commands', 'destructive', 'writes-files']

const inWords: Readonly<Partial<Record<ScannedTool['capabilities'][number], string>>> = {
  'executes-commands': 'run commands',
  destructive: 'remove things',
  'writes-files': 'write files',
}

/** How bad it is that somebody can call all tools: high where one of them acts on the machine, else medium. */
export function severityOfCalls(tools: readonly ScannedTool[]): Severity {
  return actsOf(tools).length > 0 ? 'high' : 'medium'
}

/** What calling the tools comes to, after "can". */
export function harmOfCalls(tools: readonly ScannedTool[]): string {
  const acts = actsOf(tools).map((capability) => inWords[capability] ?? capability)
  const named = tools
    .filter(({ kind }) => kind === 'tool')
    .slice(0, 3)
    .map(({ name }) => name)
  const examples = named.length === 0 ? '' : `, such as ${named.join(', ')}`
  return `call every tool${examples}${acts.length === 0 ? '' : `; some ${acts.join(' and ')}`}`
}

function actsOf(tools: readonly ScannedTool[]): readonly ScannedTool['capabilities'][number][] {
  return acting.filter((capability) =>
    tools.some(({ kind, capabilities }) => kind === 'tool' && capabilities.includes(capability)),
  )
}
