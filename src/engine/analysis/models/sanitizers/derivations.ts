import { allKinds, maskOf, type TaintMask } from '../../taint-kind.ts'
import { allFactBits, pathFactBits, FactBits } from '../../taint/sanitizers/fact-bits.ts'

/** What making a value of another one means for checks. */
export interface Derivation {
  /** Kinds for which a check of what was made counts for what it was made of. */
  readonly checks: TaintMask
  /** Kinds for which a check of what it was made of counts for what was made. */
  readonly keeps: TaintMask
  /** Kinds for which a flaw of a check of what was made is worth telling, although the check does not count. */
  readonly tells?: TaintMask
  /** Kinds for which a check of what was made is an undecided test of what it was made of. */
  readonly tests?: TaintMask
  /** The text stays the same but for case: what characters it has not, the other has not either. */
  readonly keepsText?: true
  /** The result is a normalised path, or one whose links are resolved too. */
  readonly path?: 'normalised' | 'real'
  /** It is an address that a name was resolved to. */
  readonly resolvesNames?: true
  /** Bits of `FactBits` that pass from what was made to what it was made of. */
  readonly shows: number
  /** Networks that what was made is not in, what it was made of is not in either. */
  readonly passesNetworks?: true
  /** It decodes: what was checked before may mean something else afterwards. */
  readonly decodes?: true
  /** It is a host, not the whole address. */
  readonly isHost?: true
  /** A part under a base: an absolute path stays below it. */
  readonly joins?: true
  /** But an absolute path takes the place of the base. */
  readonly isOverruled?: true
  /** It is the folder that a path is in. */
  readonly takesFolder?: true
  /** It is each element of a collection. */
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

/** What is shown of a path whose `..` are resolved, or whose last part is gone: that it has none says nothing then. */
const ofResolved =
  pathFactBits & ~(FactBits.noParents | FactBits.notParent | FactBits.startsNotWithParent | FactBits.noLaterParents)

/** `..` stays at the start of a relative path. */
export const normalising: Derivation = { ...ofPaths, keeps: allKinds, path: 'normalised' }
export const resolving: Derivation = { ...normalising, shows: ofResolved }
export const joining: Derivation = { ...resolving, joins: true }
/** As Python joins: `join('/srv', '/etc')` is `/etc`, and `..` stays. */
export const joiningOver: Derivation = { ...normalising, joins: true, isOverruled: true }
export const resolvingLinks: Derivation = { ...ofPaths, keeps: allKinds, path: 'real', shows: ofResolved }
/** The same path in another form. */
export const asPath: Derivation = { ...ofPaths, keeps: path }
export const takingFolder: Derivation = { ...asPath, shows: ofResolved, takesFolder: true }
/** More than one part is gone: with a `..` among them, the path leads out of the folder. */
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
/** One item of a list. */
export const takingItem: Derivation = { checks: 0, keeps: 0, shows: 0, passesNetworks: true, tells: maskOf('command') }
export const splitting: Derivation = {
  checks: 0,
  keeps: 0,
  shows: FactBits.noParents,
  passesNetworks: true,
  tells: maskOf('command'),
}
/** At other texts than separators of paths. */
export const splittingWords: Derivation = { ...splitting, shows: 0 }
export const resolvingNames: Derivation = { ...ofAddresses, resolvesNames: true }
export const takingAddress: Derivation = ofAddresses
/** It throws for names. */
export const parsingAddress: Derivation = { ...ofAddresses, resolvesNames: true }
export const changingCase: Derivation = { ...everything, keeps: allKinds, keepsText: true }
export const decoding: Derivation = { ...everything, keeps: 0, decodes: true }
/** A list of forbidden texts is one, whatever was done to the text before. */
const lists = FactBits.lacksWords | FactBits.lacksSchemes
/** Rewriting a text so that it leads to the same path and the same host. */
export const rewriting: Derivation = { checks: ofUrls | path, keeps: 0, shows: allFactBits, passesNetworks: true }
/** The path stays the same; a host may be another one. */
export const rewritingPaths: Derivation = { checks: path, keeps: 0, shows: pathFactBits | lists, tests: maskOf('url') }
/** The host stays the same; the path may be another one. */
export const rewritingHosts: Derivation = {
  checks: ofUrls,
  keeps: 0,
  shows: allFactBits & ~pathFactBits,
  passesNetworks: true,
  tests: path,
}
/** `..` or separators are cut out: the rest says nothing about the path of the whole text. */
export const rewritingDots: Derivation = { checks: 0, keeps: 0, shows: lists, tells: path, tests: maskOf('url') }
/** Most of a text: a check of it decides on the text, but proves nothing about it. */
export const takingRest: Derivation = { checks: 0, keeps: 0, shows: lists, tests: path | maskOf('url') }
export const countingAs: Derivation = { ...everything, keeps: allKinds }
export const puttingTogether: Derivation = { checks: 0, keeps: allKinds, shows: 0 }
/** A list: what all of its items are is known of each item. */
export const collecting: Derivation = { ...everything, keeps: allKinds }
/** A list, in a way that only addresses take: no name is left to be resolved. */
export const collectingAddresses: Derivation = { ...collecting, resolvesNames: true }
/** The address of an object that is written out as a resolver gives it: `{ address: host }`. */
export const heldAddress = (isAddress: boolean): Derivation => ({
  ...ofAddresses,
  keeps: allKinds,
  ...(isAddress && { resolvesNames: true }),
})
/** What a promise resolves to, or something else where it is rejected. */
export const catching: Derivation = { checks: 0, keeps: 0, shows: FactBits.namesResolved, passesNetworks: true }
/** One value or constants: a check of it may have seen a constant. */
export const choosing: Derivation = { checks: 0, keeps: allKinds, shows: 0 }
export const element: Derivation = { checks: 0, keeps: allKinds, shows: 0, isElement: true }

/**
 * Functions outside of the program, by the name that `References.externals` gives. All their arguments are what they
 * make their value of.
 */
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

/** Methods, by name, of receivers of which nothing is known: the receiver is what they make their value of. */
export const derivingMethods: ReadonlyMap<string, Derivation> = new Map([
  ...each(changingCase, 'toLowerCase', 'toUpperCase', 'toLocaleLowerCase', 'lower', 'upper', 'casefold'),
  ...each(resolvingLinks, 'resolve', 'realpath'),
  // `..` stays in them.
  ...each(asPath, 'absolute', 'expanduser'),
  ...each(joiningOver, 'joinpath'),
  ...each(relating, 'relative_to'),
  ...each(splitting, 'map', 'filter'),
  ...each(takingPart, 'match'),
  // The bytes of a text: a check of them decides on the text.
  ...each(takingRest, 'encode'),
  ...each(catching, 'catch'),
  ...each(puttingTogether, 'join', 'concat', 'format', 'flat'),
])

/**
 * Functions known by their last name where the module is not: promisified or injected ones. The first argument is what
 * they make their value of.
 */
export const derivationByLastName: ReadonlyMap<string, Derivation> = new Map([
  ...each(resolvingLinks, 'realpath', 'realpathSync'),
  ...each(resolvingNames, 'getaddrinfo', 'resolve4', 'resolve6', 'dnsLookup', 'lookup'),
])

/** Attributes, by name. */
export const derivingAttributes: ReadonlyMap<string, Derivation> = new Map([
  ...each(takingHost, 'hostname', 'host', 'origin', 'netloc'),
  ...each(parsingUrl, 'href'),
  ...each(takingAddress, 'address', 'family'),
  ...each(takingFolder, 'parent'),
  ...each(splitting, 'parts'),
  ...each(takingScheme, 'protocol', 'scheme'),
])

/** Calls that give the same text: functions with the position of the argument that they give back. */
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
