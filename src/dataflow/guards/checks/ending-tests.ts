import { allKinds } from '../../taint-kind.ts'
import { argumentsOf, namesOfCall } from '../call-names.ts'
import { type Evidence, evidence } from '../evidence.ts'
import type { GuardContext } from '../origins-of.ts'
import { pathState } from '../path-state.ts'
import { insideFolder } from './inside-folder.ts'
import { isAddress } from './library-tests.ts'

/** Functions of Python that throw for any text but the few that they understand: numbers, identifiers, dates. */
const readers: ReadonlySet<string> = new Set(['int', 'float', 'uuid.UUID', 'datetime.date.fromisoformat', 'datetime.datetime.fromisoformat', 'datetime.datetime.strptime'])
const addresses: ReadonlySet<string> = new Set(['ipaddress.ip_address', 'ipaddress.IPv4Address', 'ipaddress.IPv6Address', 'ipaddress.ip_network'])

/** Last parts of the names of all of them. */
export const endingTests: ReadonlySet<string> = new Set(['relative_to', ...[...readers, ...addresses].map((name) => name.slice(name.lastIndexOf('.') + 1))])

/** What it shows of a value that a call of something outside of the program has ended without an exception. */
export function shownByEnding(context: GuardContext, call: number): { readonly of: number; readonly shown: Evidence } | undefined {
  const { externals, method, receiver } = namesOfCall(context, call)
  if (context.program.fileOf(call).language !== 'python') return undefined
  const [first] = argumentsOf(context, call)
  if (method === 'relative_to' && first !== undefined) return { of: receiver, shown: insideFolder(pathState(context, receiver), call) }
  if (first === undefined) return undefined
  if (externals.some((name) => readers.has(name))) return { of: first, shown: evidence({ cleared: allKinds }) }
  return externals.some((name) => addresses.has(name)) ? { of: first, shown: isAddress } : undefined
}
