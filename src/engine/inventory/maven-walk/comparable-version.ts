/** Part of a version: digits without leading zeros, a qualifier, or the parts after a hyphen. */
type Part = string | PartList
interface PartList extends Array<Part> {}

/** Maximum length of a version. Those on Maven Central have fewer than 100 characters. */
const maxLength = 256

const stages = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp']
const aliases: ReadonlyMap<string, string> = new Map([
  ['ga', ''],
  ['final', ''],
  ['release', ''],
  ['cr', 'rc'],
])
const shortStages: ReadonlyMap<string, string> = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
])

/**
 * Compares versions in Maven's order. Returns NaN, for which every comparison is false, if a string is not a version.
 * See
 * https://maven.apache.org/ref/3.9.9/maven-artifact/apidocs/org/apache/maven/artifact/versioning/ComparableVersion.html
 */
export function compareVersions(a: string, b: string): number {
  return isVersion(a) && isVersion(b) ? comparePart(parse(a), parse(b)) : Number.NaN
}

/** Reports whether a string can be ordered as a version. */
export const isVersion = (text: string): boolean => text.length <= maxLength && /^[\x21-\x7e]+$/.test(text)

function parse(text: string): PartList {
  const root: PartList = []
  let list = root
  for (const [, sign, piece = ''] of `.${text.toLowerCase()}`.matchAll(/([.-])([^.-]*)/g)) {
    if (sign === '-') list = nested(list)
    const runs = piece.match(/\d+|\D+/g) ?? ['0']
    for (const [index, run] of runs.entries()) {
      if (index > 0) list = nested(list)
      list.push(partOf(run, runs[index + 1] !== undefined))
    }
  }
  normalize(root)
  return root
}

function nested(list: PartList): PartList {
  const next: PartList = []
  list.push(next)
  return next
}

function partOf(run: string, isBeforeDigits: boolean): string {
  if (/^\d/.test(run)) return run.replace(/^0+(?=\d)/, '')
  const stage = isBeforeDigits ? (shortStages.get(run) ?? run) : run
  return aliases.get(stage) ?? stage
}

/** Removes zeros and release names at the end of each list and before a qualifier. */
function normalize(list: PartList): void {
  for (const part of list) if (typeof part !== 'string') normalize(part)
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const [part, next] = list.slice(index, index + 2)
    const isNull = part === '0' || part === '' || (typeof part !== 'string' && part?.length === 0)
    const first = typeof next === 'string' ? next : next?.[0]
    if (isNull && (next === undefined || (typeof first === 'string' && !isNumber(first)))) list.splice(index, 1)
  }
}

const isNumber = (part: string): boolean => /^\d/.test(part)

function comparePart(a: Part, b: Part | undefined): number {
  if (typeof a !== 'string') {
    if (b === undefined) return a.map((part) => comparePart(part, undefined)).find((result) => result !== 0) ?? 0
    if (typeof b === 'string') return isNumber(b) ? -1 : 1
    return compareLists(a, b)
  }
  if (isNumber(a)) {
    if (b === undefined) return a === '0' ? 0 : 1
    return typeof b === 'string' && isNumber(b) ? a.length - b.length || compareText(a, b) : 1
  }
  if (b === undefined) return compareText(rankOf(a), rankOf(''))
  return typeof b === 'string' && !isNumber(b) ? compareText(rankOf(a), rankOf(b)) : -1
}

function compareLists(a: PartList, b: PartList): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [left, right] = [a[index], b[index]]
    const result =
      left === undefined ? (right === undefined ? 0 : -comparePart(right, undefined)) : comparePart(left, right)
    if (result !== 0) return result
  }
  return 0
}

/** Returns a qualifier's sort key. Known stages sort by their position, and all other qualifiers sort after them. */
function rankOf(qualifier: string): string {
  const stage = stages.indexOf(qualifier)
  return stage < 0 ? `${stages.length}-${qualifier}` : String(stage)
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
