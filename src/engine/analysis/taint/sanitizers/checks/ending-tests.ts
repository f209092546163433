import type { Program } from '../../../program/program.ts'
import type { TaintMask } from '../../../taint-kind.ts'
import { argumentsOf, namesOfCall } from '../call-names.ts'
import { hasFacts, type ValueFacts, valueFacts } from '../value-facts.ts'
import { constantTexts } from '../constant-texts.ts'
import type { GuardContext } from '../guard-context.ts'
import { characterSet, intersects, noCharacters, spaces, wordCharacters } from '../patterns/characters.ts'
import { clearedByCharacters } from '../patterns/safe-characters.ts'
import { pathState } from '../path-state.ts'
import { insideFolder, insideOf } from './inside-folder.ts'
import { isAddress } from './library-tests.ts'

/**
 * Functions that parse a string according to a format. Characters of the format other than placeholders match
 * literally.
 */
const formatReaders: ReadonlySet<string> = new Set(['datetime.datetime.strptime', 'time.strptime'])
const addresses: ReadonlySet<string> = new Set([
  'ipaddress.ip_address',
  'ipaddress.IPv4Address',
  'ipaddress.IPv6Address',
  'ipaddress.ip_network',
])

/** Last parts of the names of functions that throw if a check fails. `throwingCalls` adds those of each language. */
export const endingTests: ReadonlySet<string> = new Set(
  [...formatReaders, ...addresses].map((name) => name.slice(name.lastIndexOf('.') + 1)),
)

/** Returns the last parts of the names of throwing functions in the languages of a program. */
export function throwingCalls({ files }: Pick<Program, 'files'>): readonly string[] {
  return [...new Set(files.map(({ semantics }) => semantics.calls))].flatMap((calls) => [
    ...calls.containmentMethods,
    ...[...calls.throwingConversions.keys()].map((name) => name.slice(name.lastIndexOf('.') + 1)),
  ])
}

/** Returns the facts about a value that hold after an external call returns without an exception. */
export function factsFromEnding(
  context: GuardContext,
  call: number,
): { readonly of: number; readonly shown: ValueFacts } | undefined {
  const { externals, method, receiver } = namesOfCall(context, call)
  const [first] = argumentsOf(context, call)
  if (first === undefined) return undefined
  const { calls } = context.program.fileOf(call).semantics
  if (method !== undefined && calls.containmentMethods.has(method)) {
    const shown = insideOf(context, { folder: first, path: receiver }, () =>
      insideFolder(pathState(context, receiver), call),
    )
    if (hasFacts(shown)) return { of: receiver, shown }
  }
  const shown = externals.map((name) => shownByReader(context, call, name)).find((one) => one !== undefined)
  return shown && { of: first, shown }
}

function shownByReader(context: GuardContext, call: number, name: string): ValueFacts | undefined {
  if (addresses.has(name)) return isAddress
  const cleared = formatReaders.has(name)
    ? clearedByFormat(context, call)
    : context.program.fileOf(call).semantics.calls.throwingConversions.get(name)
  return cleared === undefined ? undefined : valueFacts({ cleared })
}

/** Returns the kinds that are cleared for a string that matches a constant format. */
function clearedByFormat(context: GuardContext, call: number): TaintMask {
  const texts = constantTexts(context, context.program.operand(call, 2))
  return texts ? texts.map(clearedByFormatText).reduce((one, other) => one & other) : 0
}

/**
 * Returns the kinds that are cleared for strings of letters, digits, and the format's own characters. A space in the
 * format matches any number of spaces and line breaks.
 */
function clearedByFormatText(format: string): TaintMask {
  const written = characterSet(format.replaceAll(/%[-#]?[a-zA-Z]/g, ''))
  const ofZones = /%[zZcxX]/.test(format) ? characterSet('+-:./ ') : noCharacters
  const blanks = intersects(written, spaces) ? characterSet(' \n\r\t') : noCharacters
  const characters = wordCharacters | written | ofZones | blanks
  return clearedByCharacters(characters, /^%[a-zA-Z]/.test(format) ? wordCharacters : characters)
}
