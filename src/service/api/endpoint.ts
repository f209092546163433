import type { z } from 'zod'
import type { Caller } from '../accounts/authenticate.ts'
import type { MasterKey } from '../accounts/master-key.ts'
import type { Permission } from '../accounts/permissions.ts'
import type { Allowance } from '../accounts/rate-windows.ts'
import type { CallerChanges } from '../db/accounts/caller-changes.ts'
import type { Database } from '../db/client.ts'
import type { ScanChanges } from '../db/scans/changes.ts'
import type { WorkflowTokens } from '../github/workflows/workflow-tokens.ts'
import type { AddressPolicy } from '../../engine/net/address-policy.ts'
import type { Queue } from '../queue/queue.ts'
import type { AnnounceScanEnd } from '../scans/end-scan.ts'
import type { ApiErrorCode } from './api-error.ts'
import type { Deprecation } from './deprecation.ts'
import type { StreamPart } from './event-stream.ts'

/** What an endpoint may use. */
export interface ApiContext {
  readonly db: Database
  readonly masterKey: MasterKey
  /** Where the advisories come from. */
  readonly advisoryBases: readonly string[]
  readonly queue: Queue
  readonly addressPolicy: AddressPolicy
  readonly scanChanges: ScanChanges
  readonly callerChanges: CallerChanges
  /** Tells which workflows at GitHub ask for a key; absent where the service is no GitHub App. */
  readonly workflowTokens?: WorkflowTokens | undefined
  /** For scans that a request ends. */
  readonly announceScanEnd: AnnounceScanEnd
  /** Without trailing slash. */
  readonly publicUrl: string
}

/** Who may call: whoever has a key with this permission, whoever has a key, or anybody, with or without one. */
export type Access = Permission | 'any key' | 'anyone'

/** The connection on which an answer is waited for. */
export interface Connection {
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal
  /** The header `Last-Event-ID`. */
  readonly lastEventId: string | undefined
  /** Whether the key with which the request came would still be let in. */
  mayStill(): Promise<boolean>
}

/** A request after every check: known caller, parsed parts. */
export interface CheckedRequest<Allowed extends Access, Params, Query, Body> {
  /** Undefined for somebody without a key. */
  readonly caller: Allowed extends 'anyone' ? Caller | undefined : Caller
  /** What is left of the caller's limits after this request. */
  readonly allowance: Allowance
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly connection: Connection
}

export interface DataAnswer<Data> {
  readonly data: Data
  readonly headers?: Readonly<Record<string, string>>
}

/** A stream of events; `none` when there are none left, which ends a reader's coming back. */
export interface StreamAnswer {
  readonly events: AsyncIterable<StreamPart> | 'none'
}

export type Answer<Data> = DataAnswer<Data> | StreamAnswer

/** Groups of endpoints, in the order of the reference. */
export const tags = ['scans', 'servers', 'webhooks', 'account', 'keys', 'reference'] as const

/**
 * One operation of the API. Unknown fields and parameters are refused by the router, so the objects
 * name everything that is taken. `data` is what the answer's `data` may hold: anything else is cut off.
 * OpenAPI, the reference page and the router derive from it.
 */
export interface Endpoint<
  Allowed extends Access = Access,
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject | undefined = z.ZodObject | undefined,
  Data extends z.ZodType = z.ZodType,
> {
  /** Equals the file name. */
  readonly id: string
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** With Express parameters, such as `/api/v1/scans/:scanId`. */
  readonly path: string
  readonly tag: (typeof tags)[number]
  /** What it does, in a few words. */
  readonly summary: string
  /** What a caller should know beside that; whole sentences. */
  readonly description: string
  readonly permission: Allowed
  /**
   * Keys of workflows may call it, since it tells and changes nothing but what they submitted. Where anybody may call
   * they are answered like somebody without a key.
   */
  readonly forWorkflows?: true
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly status: number
  /** The answer is a document of this media type instead of an object in the envelope. */
  readonly mediaType?: string
  readonly data: Data
  /** Headers of a good answer that its callers use, with what they say. */
  readonly headers?: Readonly<Record<string, string>>
  /** What it answers beside the errors that every endpoint may give. */
  readonly errors: readonly ApiErrorCode[]
  /** An `Idempotency-Key` counts. Not for answers that hold a secret: they would be stored. */
  readonly takesIdempotencyKey?: true
  /** What a path names may have become one with something else: then the answer is 308 to that one's path. */
  readonly mayHaveMoved?: true
  /** A browser may call it only within an hour after its person signed in: what it makes outlives the session. */
  readonly needsFreshSession?: true
  /** Set where a call changes the account: to what it was done, in words without a secret, for the audit log. */
  audited?(data: z.input<Data>, params: z.output<Params>): string
  /** Set when it is going away. */
  readonly deprecation?: Deprecation
  respond(
    context: ApiContext,
    request: CheckedRequest<
      Allowed,
      z.output<Params>,
      z.output<Query>,
      Body extends z.ZodObject ? z.output<Body> : undefined
    >,
  ): Promise<Answer<z.input<Data>>>
}

/** Checks an endpoint's types and forgets them, so that the catalogue can list all. */
export function endpoint<
  Allowed extends Access,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject | undefined,
  Data extends z.ZodType,
>(definition: Endpoint<Allowed, Params, Query, Body, Data>): Endpoint {
  return definition
}
