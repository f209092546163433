import {
  compareBaseVersions,
  comparePublicVersions,
  comparePythonVersions,
  isPreRelease,
  parsePythonVersion,
  type PythonVersion,
} from './version.ts'

const operators = ['===', '~=', '==', '!=', '<=', '>=', '<', '>'] as const
type Operator = (typeof operators)[number]

/** Clause in a version specifier, https://peps.python.org/pep-0440/#version-specifiers. */
export type Specifier =
  | {
      readonly operator: Exclude<Operator, '==='>
      readonly version: PythonVersion
      /** True if the version ends with `.*`. */ readonly isPrefix: boolean
    }
  | { readonly operator: '==='; readonly text: string }

/** Clauses that must all be satisfied. An empty list allows every version. */
export type SpecifierSet = readonly Specifier[]

const maxSpecifiersLength = 4_096

/** Parses comma-separated clauses. Returns undefined if one of them is invalid. */
export function parseSpecifiers(text: string): SpecifierSet | undefined {
  if (text.length > maxSpecifiersLength) return undefined
  const clauses = text
    .split(',')
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
  const specifiers = clauses.map(parseSpecifier).filter((specifier) => specifier !== undefined)
  return specifiers.length === clauses.length ? specifiers : undefined
}

function parseSpecifier(clause: string): Specifier | undefined {
  const operator = operators.find((operator) => clause.startsWith(operator))
  if (operator === undefined) return undefined
  const text = clause.slice(operator.length).trim()
  if (operator === '===') return text === '' || /[\s;)]/.test(text) ? undefined : { operator, text: text.toLowerCase() }
  const isPrefix = text.endsWith('.*')
  const version = parsePythonVersion(isPrefix ? text.slice(0, -'.*'.length) : text)
  if (version === undefined) return undefined
  const isEquality = operator === '==' || operator === '!='
  const isAllowed = isEquality
    ? !isPrefix || (version.dev === undefined && version.local === undefined)
    : !isPrefix && version.local === undefined
  // `~=1` is invalid (PEP 440, "Compatible release").
  return isAllowed && (operator !== '~=' || version.release.length > 1) ? { operator, version, isPrefix } : undefined
}

/** Reports whether every clause allows the version. Does not apply the pre-release rules. */
export function allowsVersion(specifiers: SpecifierSet, version: PythonVersion): boolean {
  return specifiers.every((specifier) => allows(specifier, version))
}

function allows(specifier: Specifier, candidate: PythonVersion): boolean {
  if (specifier.operator === '===') return candidate.text === specifier.text
  const { operator, version, isPrefix } = specifier
  switch (operator) {
    case '==':
      return isEqual(candidate, version, isPrefix)
    case '!=':
      return !isEqual(candidate, version, isPrefix)
    case '<=':
      return comparePublicVersions(candidate, version) <= 0
    case '>=':
      return comparePublicVersions(candidate, version) >= 0
    case '~=':
      return (
        comparePublicVersions(candidate, version) >= 0 &&
        hasRelease(candidate, version.epoch, version.release.slice(0, -1))
      )
    case '<':
      return (
        comparePythonVersions(candidate, version) < 0 && (isPreRelease(version) || !isPreReleaseOf(candidate, version))
      )
    case '>':
      return comparePythonVersions(candidate, version) > 0 && !isSameReleaseLater(candidate, version)
  }
}

/**
 * Reports whether the candidate is a pre-release of the version. For example, `1.0a1` is one of `1.0`, and
 * `1.0.post1.dev1` is one of `1.0.post1`.
 */
function isPreReleaseOf(candidate: PythonVersion, version: PythonVersion): boolean {
  return (
    isPreRelease(candidate) &&
    compareBaseVersions(candidate, version) === 0 &&
    (version.post === undefined || candidate.post === version.post)
  )
}

/**
 * Reports whether the candidate is a local version or post-release of the version. `>V` excludes both, unless V is
 * itself a post-release (PEP 440, "Exclusive ordered comparison").
 */
function isSameReleaseLater(candidate: PythonVersion, version: PythonVersion): boolean {
  if (comparePublicVersions(candidate, version) === 0) return true
  return (
    candidate.post !== undefined &&
    version.post === undefined &&
    comparePublicVersions({ ...candidate, post: undefined, dev: undefined }, version) === 0
  )
}

function isEqual(candidate: PythonVersion, version: PythonVersion, isPrefix: boolean): boolean {
  if (!isPrefix)
    return (version.local === undefined ? comparePublicVersions : comparePythonVersions)(candidate, version) === 0
  if (version.pre === undefined && version.post === undefined)
    return hasRelease(candidate, version.epoch, version.release)
  // `==1.1a1.*` is valid but not used in practice.
  const isSamePre = version.pre === undefined || version.pre.join('') === candidate.pre?.join('')
  return (
    compareBaseVersions(candidate, version) === 0 &&
    isSamePre &&
    (version.post === undefined || version.post === candidate.post)
  )
}

/** Reports whether the release starts with the given numbers. Missing numbers count as 0. */
function hasRelease(
  { epoch, release }: PythonVersion,
  wantedEpoch: PythonVersion['epoch'],
  prefix: PythonVersion['release'],
): boolean {
  return epoch === wantedEpoch && prefix.every((number, index) => (release[index] ?? 0) === number)
}

/**
 * Reports whether a clause names a pre-release. If so, pre-releases are acceptable (PEP 440, "Handling of
 * pre-releases").
 */
export function namesPreRelease(specifiers: SpecifierSet): boolean {
  return specifiers.some((specifier) => {
    if (specifier.operator === '!=') return false
    const version = specifier.operator === '===' ? parsePythonVersion(specifier.text) : specifier.version
    return version !== undefined && isPreRelease(version)
  })
}

/** Reports whether a clause requires exactly one version. Such a version is accepted even if it is yanked (PEP 592). */
export function isPinned(specifiers: SpecifierSet): boolean {
  return specifiers.some(
    (specifier) => specifier.operator === '===' || (specifier.operator === '==' && !specifier.isPrefix),
  )
}
