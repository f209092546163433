/**
 * What untrusted text can do harm as. Guards and sanitizers belong to kinds: a check of paths clears no shell. The
 * place in this list is the bit in a `TaintMask`; `query` has a second one.
 */
export const taintKinds = [
  /** Read by a shell. */
  'command',
  /** An argument of a program, which may take it for an option. */
  'argument',
  /** The program that is started, or how a process transport starts one. */
  'process',
  /** Evaluated as code. */
  'code',
  /** Names a file that is read, written or removed. */
  'path',
  /** Says where a request goes. */
  'url',
  /** Opened by the system's or a browser's opener: its scheme decides what happens. */
  'open',
  /** Part of a query in SQL or another language. */
  'query',
  /** Made into objects by a format that can make any. */
  'deserialization',
  /** A template that is compiled. */
  'template',
  /** Markup that a browser reads. */
  'html',
  /** Where a browser is sent. */
  'redirect',
  /** Lines or names of an environment or its file. */
  'environment',
  /** The name of an attribute, method, or function that is called. */
  'reflection',
  /** A document of a parser that reads external entities. */
  'xml',
  /** A regular expression. */
  'pattern',
  /** A part of the path in a URL with a fixed host, of a request with a credential. */
  'url-path',
  /** A condition of a document database, in which an object can be an operator. */
  'condition',
] as const
export type TaintKind = (typeof taintKinds)[number]

/** Kinds of harm, a bit each. */
export type TaintMask = number

export const allKinds: TaintMask = (1 << (taintKinds.length + 1)) - 1

/**
 * The second bit of `query`: statements of databases that read backslashes in texts, such as MySQL. Quotes that were
 * doubled clear the first one alone.
 */
export const queryWithBackslashes: TaintMask = 1 << taintKinds.length

export function maskOf(...kinds: readonly TaintKind[]): TaintMask {
  return kinds.reduce(
    (mask, kind) => mask | (1 << taintKinds.indexOf(kind)) | (kind === 'query' ? queryWithBackslashes : 0),
    0,
  )
}

/** Kinds of which a mask has all. */
export function kindsIn(mask: TaintMask): TaintKind[] {
  return taintKinds.filter((kind) => (mask & maskOf(kind)) === maskOf(kind))
}
