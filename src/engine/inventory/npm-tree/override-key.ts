import npa from 'npm-package-arg'
import semver from 'semver'

/** The selector of an override: a package name, and the requested versions to which the override applies. */
export interface OverrideKey {
  readonly name: string
  readonly versions: string
}

/** Parses a key of `overrides` in a `package.json` as npm does. Returns undefined if npm would refuse to install. */
export function parseOverrideKey(key: string): OverrideKey | undefined {
  if (key.length > maxKeyLength) return undefined
  let parsed: npa.Result
  try {
    parsed = npa(key)
  } catch {
    return undefined
  }
  const { name, type, fetchSpec } = parsed
  // npm compares the versions of every other type as a range, which fails.
  if (!name || (type !== 'range' && type !== 'version') || semver.validRange(fetchSpec) === null) return undefined
  return { name, versions: fetchSpec ?? '*' }
}

/** Far above every real key. Limits the input of regular expressions. */
const maxKeyLength = 1_000
