import { allKinds, maskOf, queryWithBackslashes, type TaintMask } from '../../taint-kind.ts'

/** Mistakes in checks and sanitizers, each with the taint kinds that such a check is meant to clear. */
export const mistakeKinds = {
  /** A check such as `startsWith('/data')`, which also accepts `/data-secret`. */
  'prefix-without-separator': maskOf('path'),
  /** A prefix test on a path that is not normalized. */
  'not-resolved': maskOf('path'),
  /** A path that is compared before its symbolic links are resolved. */
  'links-not-resolved': maskOf('path'),
  /** Only `..` is rejected, and absolute paths pass. */
  'parents-alone': maskOf('path'),
  /** Only absolute paths are rejected, and `..` passes. */
  'absolute-alone': maskOf('path'),
  /** A file name that may still be `.` or `..`. */
  'dots-only-name': maskOf('path'),
  /** `..` is removed in one pass, which turns `....//` into `../`. */
  'parents-replaced': maskOf('path'),
  /** The checked string differs from the string that is used. */
  'cut-for-check': maskOf('path'),
  'checked-before-decoding': maskOf('path', 'url', 'command', 'redirect', 'html'),
  'pattern-not-anchored': allKinds,
  'deny-list': allKinds,
  'scheme-alone': maskOf('url'),
  /** A URL prefix that ends before the end of the host. */
  'prefix-of-address': maskOf('url', 'open', 'redirect'),
  /** A check such as `endsWith('example.com')`, which also accepts `evil-example.com`. */
  'suffix-without-dot': maskOf('url', 'open', 'redirect'),
  'host-in-text': maskOf('url', 'open', 'redirect'),
  'names-not-resolved': maskOf('url'),
  /** The host is looked up with the brackets of an IPv6 address, and a failed lookup passes. */
  'bracketed-address': maskOf('url'),
  /** A test for hosts that receives the whole URL instead. */
  'whole-address-tested': maskOf('url'),
  /** A leading slash is required, but `//evil.example` also has one. */
  'two-slashes': maskOf('redirect'),
  'first-word-alone': maskOf('command'),
  'quotes-replaced': maskOf('command'),
  'quotes-doubled': queryWithBackslashes,
  'statement-prefix': maskOf('query'),
  /** A transaction that the statement itself can end. */
  'transaction-ended': maskOf('query'),
  /** A pattern whose `$` also matches before a line break at the end. */
  'line-end-in-pattern': maskOf('command', 'environment'),
  /** A check that is disabled if a setting is missing. */
  'off-by-default': allKinds,
} as const satisfies Record<string, TaintMask>

/** A mistake in a check or sanitizer. */
export type Mistake = keyof typeof mistakeKinds

export const mistakes = Object.keys(mistakeKinds).filter(isMistake)

function isMistake(name: string): name is Mistake {
  return name in mistakeKinds
}
