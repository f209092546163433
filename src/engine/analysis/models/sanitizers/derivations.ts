import { allKinds, maskOf, type TaintMask } from '../../taint-kind.ts'
import { allFactBits, pathFactBits, FactBits } from '../../taint/sanitizers/fact-bits.ts'

/** How checks transfer between a value and a value derived from it. */
export interface Derivation {
  /** Kinds for which a check of the derived value also covers the original. */
  readonly checks: TaintMask
  /** Kinds for which a check of the original also covers the derived value. */
  readonly keeps: TaintMask
  /** Kinds for which a flawed check of the derived value is reported, although it does not cover the original. */
  readonly tells?: TaintMask
  /** Kinds for which a check of the derived value is an undecided test of the original. */
  readonly tests?: TaintMask
  /** True if the text stays the same except for case, so characters missing in one are missing in the other. */
  readonly keepsText?: true
  /** Present if the result is a normalized path; `real` if symbolic links are resolved too. */
  readonly path?: 'normalised' | 'real'
  /** True if the result is the address that a host name resolves to. */
  readonly resolvesNames?: true
  /** Bits of `FactBits` that transfer from the derived value to the original. */
  readonly shows: number
  /** True if a check that the derived value is outside a network also covers the original. */
  readonly passesNetworks?: true
  /** True if the result is decoded, so earlier checks may not hold for it. */
  readonly decodes?: true
  /** True if the result is a host, not the whole URL. */
  readonly isHost?: true
  /** True if the value is joined to a base path. An absolute path stays below the base. */
  readonly joins?: true
  /** True if an absolute path replaces the base. */
  readonly isOverruled?: true
  /** True if the result is the parent folder of a path. */
  readonly takesFolder?: true
  /** True if the result is any element of a collection. */
  readonly isElement?: true
}

const ofUrls = maskOf('url', 'open', 'redirect')
const path = maskOf('path')
const everything = { checks: allKinds, shows: allFactBits, passesNetworks: true } as const
const ofPaths = { checks: path, shows: pathFactBits } as const
const ofAddresses = {
  checks: maskOf('url'),
  keeps: maskOf('url'),
  shows: FactBits.namesResolved,
  passesNetworks: true,
} as const

/**
 * Facts proved by a check of a path from which `..` was resolved or the last segment removed. The absence of `..` in
 * such a path proves nothing.
 */
const ofResolved =
  pathFactBits & ~(FactBits.noParents | FactBits.notParent | FactBits.startsNotWithParent | FactBits.noLaterParents)

/** `..` remains at the start of a relative path. */
export const normalising: Derivation = { ...ofPaths, keeps: allKinds, path: 'normalised' }
export const resolving: Derivation = { ...normalising, shows: ofResolved }
export const joining: Derivation = { ...resolving, joins: true }
/** Joins paths as Python does: `join('/srv', '/etc')` is `/etc`, and `..` stays. */
export const joiningOver: Derivation = { ...normalising, joins: true, isOverruled: true }
export const resolvingLinks: Derivation = { ...ofPaths, keeps: allKinds, path: 'real', shows: ofResolved }
/** Converts a path to another representation. */
export const asPath: Derivation = { ...ofPaths, keeps: path }
export const takingFolder: Derivation = { ...asPath, shows: ofResolved, takesFolder: true }
/** Removes more than one segment. If the path contains `..`, the result may be outside the folder. */
export const takingFarFolder: Derivation = { ...takingFolder, checks: 0, shows: 0 }
export const relating: Derivation = { ...ofPaths, keeps: path, path: 'normalised' }
export const parsingUrl: Derivation = {
  checks: ofUrls,
  keeps: ofUrls,
  shows: FactBits.namesResolved | FactBits.webScheme | FactBits.lacksSchemes,
  passesNetworks: true,
}
export const takingHost: Derivation = {
  checks: ofUrls,
  keeps: ofUrls,
  shows: FactBits.namesResolved,
  passesNetworks: true,
  isHost: true,
}
export const takingScheme: Derivation = { checks: 0, keeps: 0, shows: FactBits.webScheme | FactBits.lacksSchemes }
export const takingPart: Derivation = { checks: 0, keeps: 0, shows: 0 }
export const takingItem: Derivation = { checks: 0, keeps: 0, shows: 0, passesNetworks: true, tells: maskOf('command') }
export const splitting: Derivation = {
  checks: 0,
  keeps: 0,
  shows: FactBits.noParents,
  passesNetworks: true,
  tells: maskOf('command'),
}
/** Splits at something other than path separators. */
export const splittingWords: Derivation = { ...splitting, shows: 0 }
export const resolvingNames: Derivation = { ...ofAddresses, resolvesNames: true }
export const takingAddress: Derivation = ofAddresses
/** Throws for host names. */
export const parsingAddress: Derivation = { ...ofAddresses, resolvesNames: true }
export const changingCase: Derivation = { ...everything, keeps: allKinds, keepsText: true }
export const decoding: Derivation = { ...everything, keeps: 0, decodes: true }
/** A deny list remains a deny list, regardless of how the text was transformed before. */
const lists = FactBits.lacksWords | FactBits.lacksSchemes
/** Rewrites a string without changing the path or the host that it refers to. */
export const rewriting: Derivation = { checks: ofUrls | path, keeps: 0, shows: allFactBits, passesNetworks: true }
/** Keeps the path; the host may change. */
export const rewritingPaths: Derivation = { checks: path, keeps: 0, shows: pathFactBits | lists, tests: maskOf('url') }
/** Keeps the host; the path may change. */
export const rewritingHosts: Derivation = {
  checks: ofUrls,
  keeps: 0,
  shows: allFactBits & ~pathFactBits,
  passesNetworks: true,
  tests: path,
}
/** Removes `..` or separators, so the result says nothing about the path in the original text. */
export const rewritingDots: Derivation = { checks: 0, keeps: 0, shows: lists, tells: path, tests: maskOf('url') }
/** The result is most of the string. A check of this part applies to the whole string but proves nothing about it. */
export const takingRest: Derivation = { checks: 0, keeps: 0, shows: lists, tests: path | maskOf('url') }
export const countingAs: Derivation = { ...everything, keeps: allKinds }
export const puttingTogether: Derivation = { checks: 0, keeps: allKinds, shows: 0 }
/** A list. Facts that hold for all items hold for each item. */
export const collecting: Derivation = { ...everything, keeps: allKinds }
/** A list of addresses only, so no host name remains to be resolved. */
export const collectingAddresses: Derivation = { ...collecting, resolvesNames: true }
/** An object like the ones that resolvers return: `{ address: host }`. */
export const heldAddress = (isAddress: boolean): Derivation => ({
  ...ofAddresses,
  keeps: allKinds,
  ...(isAddress && { resolvesNames: true }),
})
/** A promise's value, or another value if the promise is rejected. */
export const catching: Derivation = { checks: 0, keeps: 0, shows: FactBits.namesResolved, passesNetworks: true }
/** A value or a constant, so a check may have applied to the constant. */
export const choosing: Derivation = { checks: 0, keeps: allKinds, shows: 0 }
export const element: Derivation = { checks: 0, keeps: allKinds, shows: 0, isElement: true }

/** External functions, by the name that `References.externals` returns. The result is derived from all arguments. */
export const derivingFunctions: ReadonlyMap<string, Derivation> = new Map([
  ...each(normalising, 'path.normalize', 'os.path.normpath', 'upath.normalize'),
  ...each(resolving, 'path.resolve', 'os.path.abspath', 'upath.resolve'),
  ...each(joining, 'path.join', 'upath.join'),
  ...each(joiningOver, 'os.path.join'),
  ...each(resolvingLinks, 'fs.realpathSync.native', 'fs.realpath.native'),
  ...each(takingFolder, 'path.dirname', 'os.path.dirname'),
  ...each(
    asPath,
    'pathlib.Path',
    'pathlib.PurePath',
    'pathlib.PurePosixPath',
    'pathlib.PureWindowsPath',
    'url.fileURLToPath',
    'os.path.expanduser',
  ),
  ...each(relating, 'path.relative', 'os.path.relpath', 'os.path.commonpath'),
  ...each(takingPart, 'path.basename', 'path.extname', 'os.path.basename', 'os.path.splitext'),
  ...each(
    parsingUrl,
    'URL',
    'url.URL',
    'url.parse',
    'whatwg-url.URL',
    'urllib.parse.urlparse',
    'urllib.parse.urlsplit',
    'yarl.URL',
    'httpx.URL',
  ),
  ...each(
    resolvingNames,
    'dns.resolve',
    'dns.promises.resolve',
    'socket.gethostbyname',
    'socket.gethostbyname_ex',
    'dns.resolver.resolve',
  ),
  ...each(
    parsingAddress,
    'ipaddress.ip_address',
    'ipaddress.IPv4Address',
    'ipaddress.IPv6Address',
    'ipaddr.parse',
    'ipaddr.process',
  ),
  ...each(takingAddress, 'url.domainToASCII'),
  ...each(
    decoding,
    'decodeURIComponent',
    'decodeURI',
    'unescape',
    'urllib.parse.unquote',
    'urllib.parse.unquote_plus',
    'querystring.unescape',
    'html.unescape',
  ),
  ...each(countingAs, 'Number', 'BigInt', 'int', 'float'),
])

/** Methods of unknown receivers, by name. The result is derived from the receiver. */
export const derivingMethods: ReadonlyMap<string, Derivation> = new Map([
  ...each(changingCase, 'toLowerCase', 'toUpperCase', 'toLocaleLowerCase', 'lower', 'upper', 'casefold'),
  ...each(resolvingLinks, 'resolve', 'realpath'),
  // `..` stays in the path.
  ...each(asPath, 'absolute', 'expanduser'),
  ...each(joiningOver, 'joinpath'),
  ...each(relating, 'relative_to'),
  ...each(splitting, 'map', 'filter'),
  ...each(takingPart, 'match'),
  // The bytes of a string. A check of the bytes applies to the string.
  ...each(takingRest, 'encode'),
  ...each(catching, 'catch'),
  ...each(puttingTogether, 'join', 'concat', 'format', 'flat'),
])

/**
 * Functions of unknown modules, such as promisified or injected ones, by the last part of their name. The result is
 * derived from the first argument.
 */
export const derivationByLastName: ReadonlyMap<string, Derivation> = new Map([
  ...each(resolvingLinks, 'realpath', 'realpathSync'),
  ...each(resolvingNames, 'getaddrinfo', 'resolve4', 'resolve6', 'dnsLookup', 'lookup'),
])

/** Attributes by name. The attribute value is derived from the object. */
export const derivingAttributes: ReadonlyMap<string, Derivation> = new Map([
  ...each(takingHost, 'hostname', 'host', 'origin', 'netloc'),
  ...each(parsingUrl, 'href'),
  ...each(takingAddress, 'address', 'family'),
  ...each(takingFolder, 'parent'),
  ...each(splitting, 'parts'),
  ...each(takingScheme, 'protocol', 'scheme'),
])

/** Calls that return the same text: functions with the position of the returned argument. */
export const sameText = {
  functions: new Map([
    ['String', 0],
    ['str', 0],
    ['os.fspath', 0],
    ['Object.freeze', 0],
    ['typing.cast', 1],
    ['structuredClone', 0],
  ]),
  methods: new Set(['toString', 'trim', 'strip', 'valueOf', 'trimEnd', 'trimStart', 'as_posix']),
} as const

function each(making: Derivation, ...names: readonly string[]): [string, Derivation][] {
  return names.map((name) => [name, making])
}
