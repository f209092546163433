/** Features of a function, as bits. */
export const Sign = {
  /** Reads the caller's credentials. */
  readsCredential: 1,
  /** Compares or verifies a credential. */
  verifies: 2,
  /** Decodes a token without verifying its signature. */
  decodes: 4,
  /** Rejects the caller. */
  refuses: 8,
  /** Throws an exception. */
  throws: 16,
  /** Compares the `Host` or `Origin` header. */
  comparesHost: 32,
  /** Answers that the requested host does not exist. */
  misdirects: 64,
  /** Passes requests to an MCP transport. */
  carriesProtocol: 128,
  /** Calls an authentication library. */
  authenticates: 256,
  /** Calls a library that checks host names. */
  checksHosts: 512,
  /** Reads the caller's IP address. */
  readsAddress: 1024,
  /** Reads the identity from a session or token. */
  readsIdentity: 2048,
  /** Reads the session id that a caller sends. */
  readsSession: 4096,
  /** Compares an object's owner. */
  comparesOwner: 8192,
} as const

/** Features of a program's functions, and calls needed by the server surface analysis. */
export interface FunctionSigns {
  /** Bits of `Sign` by function. */
  readonly bits: Uint16Array
  /** Calls with the requested names, by unqualified name. */
  readonly calls: ReadonlyMap<string, readonly number[]>
  /** Nodes that reject the caller, by function. */
  readonly refusals: ReadonlyMap<number, readonly number[]>
  /** Calls that let a request pass, by function: `next()`, `call_next(request)`, `self.app(scope, receive, send)`. */
  readonly passes: ReadonlyMap<number, readonly number[]>
  /** Reads of the caller's credentials, by function. */
  readonly credentialReads: ReadonlyMap<number, readonly number[]>
  /** Calls that decode a token without verifying its signature, by function. */
  readonly decodings: ReadonlyMap<number, readonly number[]>
  /** Stores to an attribute `host`. */
  readonly hostStores: readonly number[]
  /** Literals and properties that name the `Access-Control-Allow-Origin` header. */
  readonly originHeaders: readonly number[]
  /** Literals and properties that name the `Access-Control-Allow-Credentials` header. */
  readonly credentialHeaders: readonly number[]
  /** Reads of headers in which callers state their own identity or role. */
  readonly claimHeaders: readonly { readonly node: number; readonly name: string }[]
  /** Properties that store a transport in an object, and calls that pass a request to such a transport. */
  readonly transportProperties: readonly number[]
  readonly transportReads: readonly number[]
  /** Calls that a function makes to its own parameters (callbacks), by function. */
  readonly callbackCalls: ReadonlyMap<number, readonly number[]>
  /** Reads of the caller's identity from a session, a request, or a token, by function. */
  readonly identityReads: ReadonlyMap<number, readonly number[]>
}
