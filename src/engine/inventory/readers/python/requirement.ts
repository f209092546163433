/** A PEP 508 requirement, https://peps.python.org/pep-0508/ */
export interface PythonRequirement {
  readonly name: string
  readonly extras: readonly string[]
  /** Version specifier or URL: `==1.2`, `>=1,<2`, or `@ address`. Empty for any version. */
  readonly requested: string
  /** The version, if exactly one is allowed. */
  readonly version: string | undefined
  /** URL after `@`. */
  readonly address: string | undefined
  /** Condition after `;`, or an empty string. */
  readonly marker: string
}

const namePattern = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,198}[A-Za-z0-9])?(?![A-Za-z0-9._-])/
const versionPattern = /^[vV]?[0-9][0-9A-Za-z.!+_-]{0,127}$/

/** Parses a requirement in one pass. Returns undefined if it is invalid. */
export function readRequirement(text: string): PythonRequirement | undefined {
  const name = namePattern.exec(text.trim().slice(0, 201))?.[0]
  if (name === undefined) return undefined
  let rest = text.trim().slice(name.length).trimStart()
  let extras: readonly string[] = []
  if (rest.startsWith('[')) {
    const end = rest.indexOf(']')
    if (end < 0) return undefined
    extras = rest
      .slice(1, end)
      .split(',')
      .map((extra) => extra.trim())
      .filter(Boolean)
    rest = rest.slice(end + 1).trimStart()
  }
  if (rest.startsWith('@')) {
    // A semicolon ends a URL only after whitespace, https://peps.python.org/pep-0508/#grammar
    const end = rest.search(/\s;/)
    const address = (end < 0 ? rest.slice(1) : rest.slice(1, end)).trim()
    return address === ''
      ? undefined
      : {
          name,
          extras,
          requested: `@ ${address}`,
          version: undefined,
          address,
          marker: end < 0 ? '' : rest.slice(end + 2).trim(),
        }
  }
  const semicolon = rest.indexOf(';')
  const specifier = withoutParentheses((semicolon < 0 ? rest : rest.slice(0, semicolon)).trim())
  if (specifier !== '' && !/^[<>=!~]/.test(specifier)) return undefined
  return {
    name,
    extras,
    requested: specifier,
    version: exactVersion(specifier),
    address: undefined,
    marker: semicolon < 0 ? '' : rest.slice(semicolon + 1).trim(),
  }
}

const withoutParentheses = (specifier: string): string =>
  specifier.startsWith('(') && specifier.endsWith(')') ? specifier.slice(1, -1).trim() : specifier

/**
 * Returns the version that a specifier pins with `==` or `===`. Returns undefined if several versions satisfy the
 * specifier, as with `==1.*`. See
 * https://packaging.python.org/en/latest/specifications/version-specifiers/#version-matching
 */
export function exactVersion(specifier: string): string | undefined {
  for (const clause of specifier.split(',')) {
    const trimmed = clause.trim()
    if (!trimmed.startsWith('==')) continue
    const version = trimmed.replace(/^={2,3}/, '').trim()
    if (versionPattern.test(version)) return version
  }
  return undefined
}
