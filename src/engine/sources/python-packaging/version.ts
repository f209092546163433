/**
 * Versions according to PEP 440, https://peps.python.org/pep-0440/. `@renovatebot/pep440` is not used because it treats
 * the local segment `1e5` as a number, rounds numbers above 2^53 (dates with fractions of seconds exceed it), and
 * reports that `1.7.post2` is not `>1.7.post1`.
 */

/** Number in a version. A bigint is used only if a number would be rounded. */
type Numeric = number | bigint

type PreReleaseKind = 'a' | 'b' | 'rc'

export interface PythonVersion {
  /** Normalized version. */
  readonly text: string
  readonly epoch: Numeric
  readonly release: readonly Numeric[]
  readonly pre: readonly [PreReleaseKind, Numeric] | undefined
  readonly post: Numeric | undefined
  readonly dev: Numeric | undefined
  readonly local: readonly (Numeric | string)[] | undefined
}

const maxVersionLength = 256
const syntax = new RegExp(
  String.raw`^v?(?:(?<epoch>\d+)!)?(?<release>\d+(?:\.\d+)*)(?:[-_.]?(?<preWord>alpha|a|beta|b|preview|pre|c|` +
    String.raw`rc)[-_.]?(?<pre>\d+)?)?(?:-(?<implicitPost>\d+)|` +
    String.raw`[-_.]?(?<postWord>post|rev|r)[-_.]?(?<post>\d+)?)?(?:[-_.]?(?<devWord>dev)[-_.]?(?<dev>\d+)?)?` +
    String.raw`(?:\+(?<local>[a-z0-9]+(?:[-_.][a-z0-9]+)*))?$`,
)
const preReleaseKinds: Readonly<Record<string, PreReleaseKind>> = {
  alpha: 'a',
  a: 'a',
  beta: 'b',
  b: 'b',
  preview: 'rc',
  pre: 'rc',
  c: 'rc',
  rc: 'rc',
}

/** Parses a version in any of the spellings listed in PEP 440, appendix B. Returns undefined if it is invalid. */
export function parsePythonVersion(text: string): PythonVersion | undefined {
  if (text.length > maxVersionLength) return undefined
  const { epoch, release, preWord, pre, implicitPost, postWord, post, devWord, dev, local } =
    syntax.exec(text.trim().toLowerCase())?.groups ?? {}
  if (release === undefined) return undefined
  const kind = preWord === undefined ? undefined : preReleaseKinds[preWord]
  const parts = {
    epoch: numeric(epoch),
    release: release.split('.').map(numeric),
    pre: kind === undefined ? undefined : ([kind, numeric(pre)] as const),
    post: implicitPost === undefined && postWord === undefined ? undefined : numeric(implicitPost ?? post),
    dev: devWord === undefined ? undefined : numeric(dev),
    local: local?.split(/[-_.]/).map((segment) => (/^\d+$/.test(segment) ? numeric(segment) : segment)),
  }
  return { text: normalText(parts), ...parts }
}

/** Parses a number. A missing number counts as 0 (PEP 440, "Implicit pre-release number"). */
function numeric(digits = '0'): Numeric {
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : BigInt(digits)
}

function normalText({ epoch, release, pre, post, dev, local }: Omit<PythonVersion, 'text'>): string {
  return [
    epoch === 0 ? '' : `${epoch}!`,
    release.join('.'),
    pre === undefined ? '' : pre.join(''),
    post === undefined ? '' : `.post${post}`,
    dev === undefined ? '' : `.dev${dev}`,
    local === undefined ? '' : `+${local.join('.')}`,
  ].join('')
}

/** Reports whether a version is an alpha, beta, release candidate, or development release. */
export const isPreRelease = ({ pre, dev }: PythonVersion): boolean => pre !== undefined || dev !== undefined

/** Compares versions in the order of PEP 440, "Summary of permitted suffixes and relative ordering". */
export function comparePythonVersions(a: PythonVersion, b: PythonVersion): number {
  return comparePublicVersions(a, b) || compareLists(a.local, b.local, compareLocalSegments)
}

/** Compares versions without their local segments. */
export function comparePublicVersions(a: PythonVersion, b: PythonVersion): number {
  return (
    compareBaseVersions(a, b) ||
    comparePre(a, b) ||
    compare(a.post ?? -1, b.post ?? -1) ||
    compare(a.dev ?? Infinity, b.dev ?? Infinity)
  )
}

/** Compares only epoch and release. A number that is missing from a release counts as 0. */
export function compareBaseVersions(a: PythonVersion, b: PythonVersion): number {
  const byEpoch = compare(a.epoch, b.epoch)
  if (byEpoch !== 0) return byEpoch
  for (let index = 0; index < Math.max(a.release.length, b.release.length); index += 1) {
    const order = compare(a.release[index] ?? 0, b.release[index] ?? 0)
    if (order !== 0) return order
  }
  return 0
}

function comparePre(a: PythonVersion, b: PythonVersion): number {
  return compare(preRank(a), preRank(b)) || compare(a.pre?.[1] ?? 0, b.pre?.[1] ?? 0)
}

/** Ranks the pre-release segment: `1.0.dev1` sorts before `1.0a1`, followed by `1.0` and `1.0.post1.dev1`. */
function preRank({ pre, post, dev }: PythonVersion): number {
  if (pre !== undefined) return ['a', 'b', 'rc'].indexOf(pre[0])
  return post === undefined && dev !== undefined ? -1 : 3
}

/** Compares element by element. A list sorts after its own prefixes. */
function compareLists<Item>(
  a: readonly Item[] | undefined,
  b: readonly Item[] | undefined,
  compareItems: (a: Item, b: Item) => number,
): number {
  for (let index = 0; index < Math.min(a?.length ?? 0, b?.length ?? 0); index += 1) {
    const [left, right] = [a?.[index], b?.[index]]
    const order = left === undefined || right === undefined ? 0 : compareItems(left, right)
    if (order !== 0) return order
  }
  return compare(a?.length ?? 0, b?.length ?? 0)
}

/** Compares local segments. Numbers sort after words. */
function compareLocalSegments(a: Numeric | string, b: Numeric | string): number {
  if (typeof a === 'string') return typeof b === 'string' ? compare(a, b) : -1
  return typeof b === 'string' ? 1 : compare(a, b)
}

function compare<Comparable extends Numeric | string>(a: Comparable, b: Comparable): number {
  return a < b ? -1 : Number(a > b)
}
