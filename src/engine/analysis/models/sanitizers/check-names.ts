import { allKinds, maskOf, type TaintMask } from '../../taint-kind.ts'

// Words in the names of functions whose code is not available. A name never proves that a check holds. It only
// indicates which taint kinds an unknown check may be intended for.

/** Words for any kind of check. */
const deciding: ReadonlySet<string> = words(
  'valid validate validated validates validation verify verified verifies allow allowed allows permit permitted',
  'permits permission access safe safely unsafe trusted untrusted authorized authorize authorise sanitize sanitized',
  'sanitise sanitised check checks assert asserts ensure ensures enforce enforces guard guards deny denied block',
  'blocked blocks forbid forbidden reject rejected restrict restricted whitelist whitelisted allowlist allowlisted',
  'blacklist blacklisted denylist denylisted banned dangerous malicious suspicious illegal invalid disallowed secure',
  'confine confined jail jailed',
)

/** Words that indicate a check, grouped by the taint kinds that the check applies to. */
const decidingAbout: readonly (readonly [ReadonlySet<string>, TaintMask])[] = [
  [
    words('within inside contained under outside traversal escapes subpath subdir beneath descendant sandboxed'),
    maskOf('path'),
  ],
  [words('private internal loopback reserved ssrf'), maskOf('url', 'open', 'redirect')],
  [
    words('match matches matching glob minimatch micromatch picomatch fnmatch fnmatchcase ignore ignores ignored'),
    allKinds,
  ],
]

/** Words for the checked value. */
const subjects: readonly (readonly [ReadonlySet<string>, TaintMask])[] = [
  [words('path paths file files filename filepath dir directory folder root roots workspace location'), maskOf('path')],
  [
    words('url urls uri uris host hosts hostname domain domains origin address addresses ip endpoint link network'),
    maskOf('url', 'open', 'redirect'),
  ],
  [words('redirect'), maskOf('redirect')],
  [
    words('command commands cmd shell exec program binary executable'),
    maskOf('command', 'process', 'argument', 'code'),
  ],
  [words('arg args argument arguments option options flag flags'), maskOf('argument', 'command')],
  [words('sql query queries statement table column identifier'), maskOf('query')],
  [words('code expression script'), maskOf('code', 'command')],
  [words('template'), maskOf('template')],
  [words('html markup'), maskOf('html')],
]

/** Words for unrelated checks, unless the name also contains a subject. */
const unrelated: ReadonlySet<string> = words(
  'exist exists existence health rate limit limits version versions update updates login auth token tokens type types',
  'size length empty connection connected status running installed availability available config settings number',
  'integer email json date time user session quota balance credential credentials key keys password signature',
  'checksum hash certificate response result results output error errors env environment',
)

/** First words in names of functions that throw if a check fails. */
const throwing: ReadonlySet<string> = words(
  'assert ensure enforce validate verify check require guard reject deny forbid restrict confine',
)

/** Words in names of functions that return a checked value. */
const returning: ReadonlySet<string> = words(
  'sanitize sanitized sanitise sanitised secure safe safely validate validated ensure assert verify verified check',
  'confine confined',
)

/** Words in names of functions that return an escaped value. */
const escaping: ReadonlySet<string> = words('escape escaped quote quoted')
const escapable = maskOf('command', 'argument', 'query', 'html', 'code', 'template')

/** Standard library modules. Their functions are known, so a function without a model is not a check. */
const standardModules: ReadonlySet<string> = words(
  'fs os sys http https tls crypto util inspect process console Object Reflect Number Array String Math JSON URL',
  'Buffer Promise Symbol logging warnings unittest shutil stat pathlib socket ssl ipaddress urllib path url dns net',
  're json ast typing functools itertools collections contextlib asyncio window document',
)

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}

/** Splits a name into words: `isSafe_path` has `is`, `safe`, and `path`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/\(\)$/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
}

/** True for a function of a language's standard library. */
export function isStandard(external: string): boolean {
  return standardModules.has(external.replace(/^new /, '').split('.', 1)[0] ?? '')
}

/** Returns the taint kinds that a check with this name may be intended for, or 0 for other functions. */
export function kindsOfCheck(name: string): TaintMask {
  return remember(checkKinds, name, () => findKindsOfCheck(wordsOf(name)))
}

function findKindsOfCheck(all: readonly string[]): TaintMask {
  const decides = all.filter((word) => deciding.has(word))
  const about = masksOf(all, decidingAbout)
  const subject = masksOf(all, subjects)
  if (decides.length === 0) return about
  if (about !== 0) return about === allKinds && subject !== 0 ? subject : about
  if (subject === 0) return all.some((word) => unrelated.has(word)) ? 0 : allKinds
  // A valid URL may still point to any host.
  const isOfFormat = decides.every((word) => word === 'valid') && (subject & maskOf('url')) !== 0
  return isOfFormat ? 0 : subject
}

/** True if a function with this name throws if a check fails. */
export function throwsByName(name: string): boolean {
  return throwing.has(wordsOf(name)[0] ?? '')
}

/**
 * Returns the taint kinds that a function with this name may remove from a value, or check before it returns the value.
 */
export function kindsOfSanitizer(name: string): TaintMask {
  return remember(sanitizerKinds, name, () => {
    const all = wordsOf(name)
    const kinds = all.some((word) => returning.has(word))
      ? allKinds
      : all.some((word) => escaping.has(word))
        ? escapable
        : 0
    const subject = masksOf(all, subjects)
    if (subject !== 0) return kinds & subject
    return all.some((word) => unrelated.has(word)) ? 0 : kinds
  })
}

const checkKinds = new Map<string, TaintMask>()
const sanitizerKinds = new Map<string, TaintMask>()
/** Maximum number of cached names per process. */
const maxNames = 50_000

function remember(known: Map<string, TaintMask>, name: string, find: () => TaintMask): TaintMask {
  const before = known.get(name)
  if (before !== undefined) return before
  const found = find()
  if (known.size < maxNames) known.set(name, found)
  return found
}

function masksOf(all: readonly string[], tables: readonly (readonly [ReadonlySet<string>, TaintMask])[]): TaintMask {
  return tables.reduce((mask, [known, kinds]) => (all.some((word) => known.has(word)) ? mask | kinds : mask), 0)
}
