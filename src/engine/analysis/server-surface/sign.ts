/** What the text of a function shows, as bits. */
export const Sign = {
  /** Reads what a caller proves itself with. */
  readsCredential: 1,
  /** Compares or verifies it. */
  verifies: 2,
  /** Reads a token without looking at its signature. */
  decodes: 4,
  /** Answers that the caller may not. */
  refuses: 8,
  /** Leaves by an exception. */
  throws: 16,
  /** Compares the name under which the server was asked, or the page that asks. */
  comparesHost: 32,
  /** Answers that there is nothing by this name. */
  misdirects: 64,
  /** Hands requests to a transport of the protocol. */
  carriesProtocol: 128,
  /** Asks a library that authenticates. */
  authenticates: 256,
  /** Asks a library that compares names of hosts. */
  checksHosts: 512,
  /** Reads from which address the caller connects. */
  readsAddress: 1024,
  /** Reads the identity from a session or token. */
  readsIdentity: 2048,
  /** Reads the id of a session that a caller names. */
  readsSession: 4096,
  /** Compares whose something is. */
  comparesOwner: 8192,
} as const

/** What the functions of a program show, and the calls that exposure is about. */
export interface FunctionSigns {
  /** Bits of `Sign` by function. */
  readonly bits: Uint16Array
  /** Calls by the plain name of what they call, of the names that were asked for. */
  readonly calls: ReadonlyMap<string, readonly number[]>
  /** Nodes that refuse, by function. */
  readonly refusals: ReadonlyMap<number, readonly number[]>
  /**
   * Calls that let a request pass on, by function: `next()`, `call_next(request)`, `self.app(scope, receive, send)`.
   */
  readonly passes: ReadonlyMap<number, readonly number[]>
  /** Reads of what a caller proves itself with, by function. */
  readonly credentialReads: ReadonlyMap<number, readonly number[]>
  /** Calls that read a token without its signature, by function. */
  readonly decodings: ReadonlyMap<number, readonly number[]>
  /** Stores in an attribute `host`. */
  readonly hostStores: readonly number[]
  /** Literals and properties that name a header of answers to other origins. */
  readonly originHeaders: readonly number[]
  /** The same for the header that lets them come with cookies. */
  readonly credentialHeaders: readonly number[]
  /** Reads of headers in which a caller says who or what it is. */
  readonly claimHeaders: readonly { readonly node: number; readonly name: string }[]
  /** Properties that keep a transport in an object, and calls that hand a request to one that is kept so. */
  readonly transportProperties: readonly number[]
  readonly transportReads: readonly number[]
  /** Calls of a parameter, by function. */
  readonly callbackCalls: ReadonlyMap<number, readonly number[]>
  /** By function: reads of what a session, a request, or a token says of the caller. */
  readonly identityReads: ReadonlyMap<number, readonly number[]>
}
