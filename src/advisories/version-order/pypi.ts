import { legacyTokens } from './pypi-legacy.ts'
import { digitsOf, type Token, tokenOrder, type VersionTokens } from './tokens.ts'

/** PEP 440, appendix B, over lower case: epoch, release, prerelease, post-release, development release, local version. */
const grammar =
  /^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?(\d*))?(?:-(\d+)|[-_.]?(post|rev|r)[-_.]?(\d*))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+([a-z\d]+(?:[-_.][a-z\d]+)*))?$/

/**
 * PyPI, https://peps.python.org/pep-0440/. What is no version there, and OSV names over a hundred such, comes
 * before all that are, in the order of older setuptools.
 */
export const pypiOrder = tokenOrder((text) => (text.includes(' ') ? undefined : (readPep440(text.toLowerCase()) ?? [{ rank: 0 }, ...legacyTokens(text.toLowerCase())])))

const stages: ReadonlyMap<string, number> = new Map([['a', 1], ['alpha', 1], ['b', 2], ['beta', 2], ['c', 3], ['rc', 3], ['pre', 3], ['preview', 3]])
const ranks = { devBeforeAll: 0, noPrerelease: 4 }

function readPep440(text: string): VersionTokens | undefined {
  const match = grammar.exec(text)
  if (!match) return undefined
  const [, epoch = '0', release = '0', pre, preNumber, implicitPost, post, postNumber, dev, devNumber, local] = match
  const isPost = implicitPost !== undefined || post !== undefined
  return [
    { rank: 1, digits: digitsOf(epoch) },
    ...release.replace(/(?:\.0+)+$/, '').split('.').map((part) => ({ rank: 1, digits: digitsOf(part) })),
    { rank: 0 },
    pre !== undefined ? { rank: stages.get(pre) ?? 1, digits: number(preNumber) } : { rank: dev !== undefined && !isPost ? ranks.devBeforeAll : ranks.noPrerelease },
    isPost ? { rank: 1, digits: number(implicitPost ?? postNumber) } : { rank: 0 },
    dev !== undefined ? { rank: 0, digits: number(devNumber) } : { rank: 1 },
    ...(local?.split(/[-_.]/).map(localToken) ?? []),
    { rank: 0 },
  ]
}

/** A missing number is 0. */
function number(text: string | undefined): string {
  return digitsOf(text || '0')
}

function localToken(part: string): Token {
  return /^\d+$/.test(part) ? { rank: 2, digits: digitsOf(part) } : { rank: 1, text: part }
}
