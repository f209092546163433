import type { AskedRequirement, PythonInstallation } from '../../installation.ts'
import { textAt } from '../../syntax/document.ts'
import { readRequirement } from './requirement.ts'
import type { Role } from './requested-package.ts'

/** Reports whether an installer would look up this requirement in an index. */
function isOfIndex(text: string): boolean {
  const requirement = readRequirement(text)
  return requirement !== undefined && requirement.address === undefined
}

/** Reports whether an index is PyPI, whose names are public. */
export const isPublicIndex = (address: string): boolean =>
  /^https:\/\/(?:[\w-]+\.)*pypi\.(?:python\.)?org(?:[/:]|$)/i.test(address)

/** Returns a requirement with its role. */
export const asked = (text: string, { dev, groups, line }: Role): AskedRequirement => ({
  text,
  dev,
  groups,
  ...(line !== undefined && { line }),
})

/** Returns what pip would install. Returns undefined if pip would not look up anything in an index. */
export function pythonInstallation(
  requirements: readonly AskedRequirement[],
  rest: Partial<Pick<PythonInstallation, 'constraints' | 'otherIndex'>> = {},
): { readonly installations?: readonly PythonInstallation[] } {
  const ofIndex = requirements.filter(({ text }) => isOfIndex(text))
  return ofIndex.length === 0
    ? {}
    : { installations: [{ kind: 'pypi', requirements: ofIndex, constraints: [], ...rest }] }
}

/**
 * Converts an entry in a Poetry or Pipenv table to PEP 508 notation. Returns undefined for other sources, and for
 * alternatives (`||`), which cannot be expressed in this notation. See
 * https://python-poetry.org/docs/dependency-specification/
 */
export function requirementOfTable(name: string, constraint: unknown): string | undefined {
  const range = (typeof constraint === 'string' ? constraint : (textAt(constraint, 'version') ?? '*')).trim()
  const specifiers = range.split(',').map((part) => specifierOf(part.trim()))
  if (specifiers.includes(undefined)) return undefined
  const stated = extrasOf(constraint)
  const markers = [textAt(constraint, 'markers'), markerOfPython(textAt(constraint, 'python'))].filter(
    (marker) => marker !== undefined,
  )
  const condition = markers.length === 0 ? '' : `; ${markers.map((marker) => `(${marker})`).join(' and ')}`
  return `${name}${stated}${specifiers.filter(Boolean).join(',')}${condition}`
}

function extrasOf(constraint: unknown): string {
  const list: unknown = typeof constraint === 'object' && constraint !== null ? Reflect.get(constraint, 'extras') : []
  const extras = Array.isArray(list) ? list.filter((extra) => typeof extra === 'string') : []
  return extras.length === 0 ? '' : `[${extras.join(',')}]`
}

/**
 * Converts one part of a range to a PEP 440 specifier. Returns an empty string for any version, and undefined for an
 * unknown notation.
 */
function specifierOf(part: string): string | undefined {
  if (part === '' || part === '*') return ''
  if (/^(?:[<>=!]=?|~=|===)\s*[\w.*+!-]+$/.test(part))
    return part.startsWith('=') && !part.startsWith('==') ? `=${part}` : part
  const [, operator = '', version] = /^(\^|~)?\s*(\d[\w.!+-]*(?:\.\*)?)$/.exec(part) ?? []
  if (version === undefined) return undefined
  if (operator === '') return `==${version}`
  const numbers = version.split('.').map((number) => Number.parseInt(number, 10))
  const at = operator === '~' ? Math.min(1, numbers.length - 1) : caretPart(numbers)
  const next = numbers.slice(0, at + 1).map((number, index) => (index === at ? number + 1 : number))
  return `>=${version},<${next.join('.')}`
}

/**
 * Returns the index of the version number that a caret range fixes: the first one that is not zero, or else the last
 * one.
 */
function caretPart(numbers: readonly number[]): number {
  const first = numbers.findIndex((number) => number > 0)
  return first < 0 ? numbers.length - 1 : first
}

/**
 * Converts a constraint on the Python version to a marker. Returns undefined if the constraint is missing or cannot be
 * expressed as a marker.
 */
function markerOfPython(range: string | undefined): string | undefined {
  if (range === undefined) return undefined
  const specifiers = range.split(',').flatMap((part) => specifierOf(part.trim())?.split(',') ?? [])
  const parts = specifiers.flatMap((specifier) => {
    const [, operator, version] = /^([<>=!~]=?)(\d[\w.*]*)$/.exec(specifier) ?? []
    return operator === undefined ? [] : [`python_version ${operator} "${version}"`]
  })
  return parts.length === 0 ? undefined : parts.join(' and ')
}
