import { parsePythonVersion, type PythonVersion } from '../../sources/python-packaging/version.ts'
import { legacyTokens } from './pypi-legacy.ts'
import { type Token, tokenOrder, type VersionTokens } from './tokens.ts'

/**
 * PyPI's version order, https://peps.python.org/pep-0440/. Invalid versions (180 in OSV) sort before all valid ones, in
 * the order of older setuptools.
 */
export const pypiOrder = tokenOrder((text) => {
  if (text.includes(' ')) return undefined
  const version = parsePythonVersion(text)
  return version === undefined ? [{ rank: 0 }, ...legacyTokens(text.toLowerCase())] : versionTokens(version)
})

const stages = { a: 1, b: 2, rc: 3 } as const
const ranks = { devBeforeAll: 0, noPrerelease: 4 }

function versionTokens({ epoch, release, pre, post, dev, local }: PythonVersion): VersionTokens {
  // A number that is missing from a release counts as 0.
  const significant = release.slice(0, Math.max(1, release.findLastIndex((number) => number !== 0) + 1))
  return [
    { rank: 1, digits: String(epoch) },
    ...significant.map((number) => ({ rank: 1, digits: String(number) })),
    { rank: 0 },
    pre !== undefined
      ? { rank: stages[pre[0]], digits: String(pre[1]) }
      : { rank: dev !== undefined && post === undefined ? ranks.devBeforeAll : ranks.noPrerelease },
    post !== undefined ? { rank: 1, digits: String(post) } : { rank: 0 },
    dev !== undefined ? { rank: 0, digits: String(dev) } : { rank: 1 },
    ...(local?.map(localToken) ?? []),
    { rank: 0 },
  ]
}

function localToken(segment: NonNullable<PythonVersion['local']>[number]): Token {
  return typeof segment === 'string' ? { rank: 1, text: segment } : { rank: 2, digits: String(segment) }
}
