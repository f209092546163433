/**
 * Kinds of harm that untrusted text can do. Sanitizers apply to kinds: a path check does not prevent command injection.
 * The position in this list is the bit in a `TaintMask`; `query` has a second bit.
 */
export const taintKinds = [
  /** Interpreted by a shell. */
  'command',
  /** An argument that a program may interpret as an option. */
  'argument',
  /** The program that is started, or the way a process transport starts it. */
  'process',
  /** Evaluated as code. */
  'code',
  /** The path to a file that is read, written, or deleted. */
  'path',
  /** The destination of a request. */
  'url',
  /** A URL or file opened with the default application or browser. The scheme decides what happens. */
  'open',
  /** Part of a query in SQL or another language. */
  'query',
  /** Deserialized in a format that can create arbitrary objects. */
  'deserialization',
  /** A template that is compiled. */
  'template',
  /** HTML that a browser renders. */
  'html',
  /** The destination of a redirect. */
  'redirect',
  /** Names of environment variables, or lines of an environment file. */
  'environment',
  /** The name of an attribute, method, or function that is called. */
  'reflection',
  /** A document for an XML parser that resolves external entities. */
  'xml',
  /** A regular expression. */
  'pattern',
  /** Part of the URL path in a request with a constant host and credentials. */
  'url-path',
  /** A document database condition, in which an object can act as an operator. */
  'condition',
] as const
export type TaintKind = (typeof taintKinds)[number]

/** Bit set of taint kinds. */
export type TaintMask = number

export const allKinds: TaintMask = (1 << (taintKinds.length + 1)) - 1

/**
 * Second bit of `query`, for databases that interpret backslashes in strings, such as MySQL. Doubling quotes clears
 * only the first bit.
 */
export const queryWithBackslashes: TaintMask = 1 << taintKinds.length

export function maskOf(...kinds: readonly TaintKind[]): TaintMask {
  return kinds.reduce(
    (mask, kind) => mask | (1 << taintKinds.indexOf(kind)) | (kind === 'query' ? queryWithBackslashes : 0),
    0,
  )
}

/** Returns the kinds whose bits are all set in the mask. */
export function kindsIn(mask: TaintMask): TaintKind[] {
  return taintKinds.filter((kind) => (mask & maskOf(kind)) === maskOf(kind))
}
