import { readSemver, semverTokens } from './semver.ts'
import { digitsOf, tokenOrder } from './tokens.ts'

/** Matches one to four numbers and a semver suffix. */
const grammar = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.(\d+))?(-[\w.-]+)?(?:\+[\w.+-]*)?$/i

/**
 * NuGet's version order, https://learn.microsoft.com/nuget/concepts/package-versioning: semver with a fourth number and
 * case-insensitive prereleases.
 */
export const nugetOrder = tokenOrder((text) => {
  const match = grammar.exec(text)
  if (!match) return undefined
  const [, major = '0', minor = '0', patch = '0', revision = '0', prerelease = ''] = match
  const version = readSemver(`0.0.0${prerelease.toLowerCase()}`)
  if (!version) return undefined
  const numbers = [major, minor, patch, revision].map((digits) => ({ rank: 0, digits: digitsOf(digits) }))
  return [...numbers, ...semverTokens({ ...version, core: ['0', '0', '0'] }).slice(3)]
})
