import { digitsOf, type Token, tokenOrder } from './tokens.ts'

/**
 * Matches numbers, a letter, suffixes with numbers, a commit, and the package revision. Also accepts numbers after the
 * letter (`1.9.4p2-r1`), which apk rejects but some published versions have.
 */
const grammar = /^(\d+)((?:\.\d+)*)([a-z]?)((?<=[a-z])\d+)?((?:_[a-z]+\d*)*)(?:~([0-9a-f]+))?(?:-r(\d+))?$/

/**
 * Suffixes that sort before a version without a suffix, in ascending order. The next list holds the suffixes that sort
 * after it.
 */
const suffixesBefore = ['alpha', 'beta', 'pre', 'rc']
const suffixesAfter = ['cvs', 'svn', 'git', 'hg', 'p']

/** Token ranks. If all earlier parts are equal, the higher rank sorts higher. */
const ranks = {
  suffixBefore: 0,
  end: 1,
  revision: 2,
  commit: 3,
  suffixNumber: 4,
  suffixAfter: 5,
  letter: 6,
  fraction: 7,
  number: 8,
}

/**
 * Alpine's version order, https://wiki.alpinelinux.org/wiki/Package_policies and apk-tools. Any number except the first
 * is compared like a decimal fraction if it starts with 0.
 */
export const apkOrder = tokenOrder((text) => {
  const match = grammar.exec(text)
  if (!match) return undefined
  const [, first = '', numbers = '', letter = '', afterLetter, suffixes = '', commit, revision] = match
  const suffixTokens = [...suffixes.matchAll(/_([a-z]+)(\d*)/g)].map(([, name = '', digits = '']) =>
    tokensOfSuffix(name, digits),
  )
  if (suffixTokens.some((tokens) => tokens.length === 0)) return undefined
  return [
    { rank: ranks.number, digits: digitsOf(first) },
    ...numbers.split('.').slice(1).map(numberToken),
    ...(letter === '' ? [] : [{ rank: ranks.letter, text: letter }]),
    ...(afterLetter === undefined ? [] : [{ rank: ranks.number, digits: digitsOf(afterLetter) }]),
    ...suffixTokens.flat(),
    ...(commit === undefined ? [] : [{ rank: ranks.commit, text: commit }]),
    ...(revision === undefined ? [] : [{ rank: ranks.revision, digits: digitsOf(revision) }]),
    { rank: ranks.end },
  ]
})

const numberToken = (digits: string): Token =>
  digits.startsWith('0') ? { rank: ranks.fraction, text: digits } : { rank: ranks.number, digits }

/** Returns a suffix's tokens, or an empty list if the suffix is unknown. */
function tokensOfSuffix(name: string, digits: string): Token[] {
  const [before, after] = [suffixesBefore.indexOf(name), suffixesAfter.indexOf(name)]
  if (before === -1 && after === -1) return []
  const rank = before === -1 ? ranks.suffixAfter : ranks.suffixBefore
  return [
    { rank, digits: String(Math.max(before, after)) },
    ...(digits === '' ? [] : [{ rank: ranks.suffixNumber, digits: digitsOf(digits) }]),
  ]
}
