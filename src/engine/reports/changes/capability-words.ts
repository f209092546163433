import type { Capability } from '../../model/scanned-tool.ts'

/** For each capability, a verb phrase to follow a tool name. */
const words: Readonly<Record<Capability, string>> = {
  'executes-commands': 'executes commands',
  'reads-files': 'reads files',
  'writes-files': 'writes files',
  'network-egress': 'accesses the network',
  'reads-secrets': 'reads secrets',
  destructive: 'deletes data',
}

/** Joins capabilities into one phrase, such as `reads files and accesses the network`. */
export function capabilityWords(capabilities: readonly Capability[]): string {
  // A newer version of the service may send unknown capabilities.
  return listed(capabilities.map((capability) => words[capability] ?? capability))
}

/** Returns `a`, `a and b`, or `a, b, and c`. */
export function listed(parts: readonly string[]): string {
  if (parts.length < 3) return parts.join(' and ')
  return `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1) ?? ''}`
}
