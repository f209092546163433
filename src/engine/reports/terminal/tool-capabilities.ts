import type { Capability, ScannedTool } from '../../model/scanned-tool.ts'
import { printable } from '../printable.ts'
import type { Paint } from './paint.ts'

/** Capabilities that matter most to users who install a server, most dangerous first. */
const abilities: readonly (readonly [Capability, string])[] = [
  ['executes-commands', 'can execute commands'],
  ['writes-files', 'can write files'],
  ['destructive', 'can delete data'],
  ['reads-secrets', 'can read secrets'],
  ['reads-files', 'can read files'],
  ['network-egress', 'can access the network'],
]

const maxTools = 6

/**
 * Returns the number of tools, followed by a line for each capability found in their code. Empty if there are no tools.
 */
export function toolCapabilities(definitions: readonly ScannedTool[], paint: Paint): string {
  const tools = definitions.filter(({ kind }) => kind === 'tool')
  if (tools.length === 0) return ''
  const lines = abilities.flatMap(([capability, ability]) => {
    const names = tools.filter(({ capabilities }) => capabilities.includes(capability)).map(({ name }) => name)
    return names.length === 0 ? [] : [`  - ${names.length} ${ability}: ${paint.dim(listed(names))}`]
  })
  const heading = `  ${tools.length} tool${tools.length === 1 ? '' : 's'}.`
  const code = tools.length === 1 ? 'its code' : 'their code'
  if (lines.length === 0) return `${heading} No capabilities found in ${code}.`
  return [`${heading} Capabilities in ${code}:`, ...lines].join('\n')
}

function listed(names: readonly string[]): string {
  const rest = names.length - maxTools
  return `${names
    .slice(0, maxTools)
    .map((name) => printable(name))
    .join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
