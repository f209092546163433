import type { z } from 'zod'
import type { Caller } from '../accounts/authenticate.ts'
import type { MasterKey } from '../accounts/master-key.ts'
import type { AccountsResolvingPrivate } from '../accounts/private-sources.ts'
import type { Permission } from '../accounts/permissions.ts'
import type { Allowance } from '../accounts/rate-windows.ts'
import type { CallerChanges } from '../db/accounts/caller-changes.ts'
import type { Database } from '../db/client.ts'
import type { Reads } from '../db/replica/reads.ts'
import type { ScanChanges } from '../db/scans/changes.ts'
import type { WorkflowTokens } from '../github/workflows/workflow-tokens.ts'
import type { ReachabilitySetting } from '../../settings/reachability-setting.ts'
import type { AddressPolicy } from '../../engine/net/address-policy.ts'
import type { PackageStore } from '../../engine/scanner/reachability/package-store.ts'
import type { AnnounceScanEnd } from '../scans/end-scan.ts'
import type { SendContext } from '../webhooks/send-events.ts'
import type { ApiErrorCode } from './api-error.ts'
import type { Deprecation } from './deprecation.ts'
import type { StreamPart } from './event-stream.ts'

/** Dependencies shared by all endpoints. */
export interface ApiContext extends SendContext {
  readonly db: Database
  /** Selects the server for endpoints with `readsReplica`. */
  readonly reads: Reads
  readonly masterKey: MasterKey
  /** Advisory feed base URLs. */
  readonly advisoryBases: readonly string[]
  readonly addressPolicy: AddressPolicy
  /** Default: no accounts. */
  readonly accountsResolvingPrivate?: AccountsResolvingPrivate
  /** Whether scans judge reachability. Default: `off`. */
  readonly reachability?: ReachabilitySetting
  /** Functions that scans of public packages have derived. Absent if none can be looked up. */
  readonly packageStore?: Pick<PackageStore, 'findFixes' | 'findFunctions'>
  readonly scanChanges: ScanChanges
  readonly callerChanges: CallerChanges
  /** Verifies GitHub workflow tokens. Absent if the service has no GitHub App. */
  readonly workflowTokens?: WorkflowTokens | undefined
  /** Announces scans that end because of a request. */
  readonly announceScanEnd: AnnounceScanEnd
  /** Service base URL without trailing slash. */
  readonly publicUrl: string
}

/** Required access: a key with this permission, any key, or no key. */
export type Access = Permission | 'any key' | 'anyone'

/** Client connection of a request. */
export interface Connection {
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** Value of the `Last-Event-ID` header. */
  readonly lastEventId: string | undefined
  /** Resolves to true while the caller is still authorized. */
  mayStill(): Promise<boolean>
}

/** Request that has passed all checks, with its caller and parsed parts. */
export interface CheckedRequest<Allowed extends Access, Params, Query, Body> {
  /** Undefined if the client sent no key. */
  readonly caller: Allowed extends 'anyone' ? Caller | undefined : Caller
  /** Usage of the caller's rate limits after this request. */
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

/** Event stream. `none` if no further event will follow, so that the client stops reconnecting. */
export interface StreamAnswer {
  readonly events: AsyncIterable<StreamPart> | 'none'
}

export type Answer<Data> = DataAnswer<Data> | StreamAnswer

/** Endpoint groups, in the order of the API reference. */
export const tags = ['scans', 'servers', 'webhooks', 'account', 'keys', 'reference'] as const

/**
 * API operation. The schemas list everything that is accepted: the router rejects unknown fields and parameters. `data`
 * is the schema of the response data. Fields that it does not list are removed. The OpenAPI document, the reference
 * page, and the router are derived from this definition.
 */
export interface Endpoint<
  Allowed extends Access = Access,
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject | undefined = z.ZodObject | undefined,
  Data extends z.ZodType = z.ZodType,
> {
  /** Endpoint ID, which is also the file name. */
  readonly id: string
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Path with Express parameters, such as `/api/v1/scans/:scanId`. */
  readonly path: string
  readonly tag: (typeof tags)[number]
  /** Imperative title, such as `Create a scan`. */
  readonly summary: string
  /** What the endpoint does, when to use it, and its limits. */
  readonly description: string
  readonly permission: Allowed
  /**
   * Present if workflow keys may call the endpoint, because it concerns only scans that the workflow submitted. On
   * public endpoints, a workflow is treated like a client that sent no key.
   */
  readonly forWorkflows?: true
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly status: number
  /** Media type, if the response is a document instead of an object in the envelope. */
  readonly mediaType?: string
  /** Media types of other documents that the endpoint can return. They share the schema. */
  readonly otherMediaTypes?: readonly string[]
  readonly data: Data
  /** Headers of a successful response, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>
  /** Error codes in addition to those that every endpoint can return. */
  readonly errors: readonly ApiErrorCode[]
  /**
   * Present if the endpoint accepts an `Idempotency-Key`. Endpoints that return a secret cannot accept one, because
   * responses are stored.
   */
  readonly takesIdempotencyKey?: true
  /** Present if the endpoint only reads public data, which a read replica can serve. */
  readonly readsReplica?: true
  /**
   * Present if the resource in the path can be merged into another. The response is then 308 with the path of the
   * remaining resource.
   */
  readonly mayHaveMoved?: true
  /**
   * Present if the result outlives the session. Sessions may then call the endpoint only within one hour after sign-in.
   */
  readonly needsFreshSession?: true
  /** Returns the audit log subject, without secrets. Defined by endpoints that change the account. */
  audited?(data: z.input<Data>, params: z.output<Params>): string
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

/** Type-checks an endpoint and erases its type parameters, so that the catalogue can list all endpoints. */
export function endpoint<
  Allowed extends Access,
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodObject | undefined,
  Data extends z.ZodType,
>(definition: Endpoint<Allowed, Params, Query, Body, Data>): Endpoint {
  return definition
}
