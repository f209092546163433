import npa from 'npm-package-arg'
import semver from 'semver'

/** Override selector: a package name and the requested versions for which the override applies. */
export interface OverrideKey {
  readonly name: string
  readonly versions: string
}

/**
 * Parses a key in the `overrides` of a `package.json` as npm does. Returns undefined if npm would refuse to install.
 */
export function parseOverrideKey(key: string): OverrideKey | undefined {
  if (key.length > maxKeyLength) return undefined
  let parsed: npa.Result
  try {
    parsed = npa(key)
  } catch {
    return undefined
  }
  const { name, type, fetchSpec } = parsed
  // npm treats every other type of specifier as a range and rejects it.
  if (!name || (type !== 'range' && type !== 'version') || semver.validRange(fetchSpec) === null) return undefined
  return { name, versions: fetchSpec ?? '*' }
}

/** Maximum key length, far above that of any real key. Limits the input of regular expressions. */
const maxKeyLength = 1_000
