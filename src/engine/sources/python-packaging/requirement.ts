import { type Marker, type MarkerEnvironment, markerHolds, readMarker } from './marker.ts'
import { isProjectName, normalProjectName } from './project-name.ts'
import { InvalidRequirement, RequirementText } from './requirement-text.ts'
import { parseSpecifiers, type SpecifierSet } from './specifier.ts'

/** Parsed dependency specifier, https://peps.python.org/pep-0508/. */
export interface PythonRequirement {
  /** Normalized project name. */
  readonly name: string
  /** Normalized extras, sorted. */
  readonly extras: readonly string[]
  readonly specifiers: SpecifierSet
  /** Version specifiers, or the URL without user information, as written. */
  readonly requested: string
  /** True if the package is installed from a URL instead of an index. */
  readonly isUrl: boolean
  readonly marker: Marker | undefined
}

/** Parses a requirement such as `name[extra] >=1,<2; python_version < "3.9"`. Throws only InvalidRequirement. */
export function parseRequirement(line: string): PythonRequirement {
  const text = new RequirementText(line)
  const name = readName(text)
  const extras = text.takes('[') ? readExtras(text) : []
  const what = text.takes('@') ? readAddress(text) : readSpecifiers(text)
  const marker = text.takes(';') ? readMarker(text) : undefined
  if (!text.isAtEnd) throw text.unexpected('end')
  return { name: normalProjectName(name), extras, ...what, marker }
}

function readName(text: RequirementText): string {
  const name = text.take(/[A-Z0-9][A-Z0-9._-]*/iy)
  if (name === undefined || !isProjectName(name)) throw text.unexpected('project name')
  return name
}

function readExtras(text: RequirementText): string[] {
  const extras: string[] = []
  while (!text.takes(']')) {
    if (extras.length > 0) text.expect(',')
    extras.push(normalProjectName(readName(text)))
  }
  return [...new Set(extras)].sort()
}

/** Parses a URL, which ends only at whitespace because it may contain a `;` (PEP 508, "URL"). */
function readAddress(text: RequirementText): Pick<PythonRequirement, 'specifiers' | 'requested' | 'isUrl'> {
  const address = text.take(/\S+/y)
  if (address === undefined) throw text.unexpected('address')
  return { specifiers: [], requested: withoutUserInformation(address), isUrl: true }
}

function withoutUserInformation(address: string): string {
  const scheme = address.indexOf('://')
  const start = scheme < 0 ? 0 : scheme + '://'.length
  const path = address.indexOf('/', start)
  const at = address.slice(0, path < 0 ? undefined : path).lastIndexOf('@')
  return at < start ? address : address.slice(0, start) + address.slice(at + 1)
}

function readSpecifiers(text: RequirementText): Pick<PythonRequirement, 'specifiers' | 'requested' | 'isUrl'> {
  const isBracketed = text.takes('(')
  const requested = text.take(isBracketed ? /[^();]*/y : /[^();]+/y)?.trim() ?? ''
  if (isBracketed) text.expect(')')
  const specifiers = parseSpecifiers(requested)
  if (specifiers === undefined) throw new InvalidRequirement('has an invalid version specifier')
  return { specifiers, requested, isUrl: false }
}

/** Reports whether a requirement applies in an environment, given the package's requested extras. */
export function isAskedFor(
  { marker }: PythonRequirement,
  environment: MarkerEnvironment,
  extras: Iterable<string>,
): boolean {
  if (marker === undefined || markerHolds(marker, environment)) return true
  for (const extra of extras) if (markerHolds(marker, environment, extra)) return true
  return false
}
