import type { z } from 'zod'
import type { Caller } from '../accounts/authenticate.ts'
import type { Permission } from '../accounts/permissions.ts'
import type { Database } from '../db/client.ts'
import type { AddressPolicy } from '../net/address-policy.ts'
import type { Queue } from '../queue/queue.ts'

/** What an endpoint may use. */
export interface ApiContext {
  readonly db: Database
  readonly queue: Queue
  readonly addressPolicy: AddressPolicy
  /** Without trailing slash. */
  readonly publicUrl: string
}

/** A request after every check: known caller, parsed parts. */
export interface CheckedRequest<Params, Query, Body> {
  readonly caller: Caller
  readonly params: Params
  readonly query: Query
  readonly body: Body
}

export interface Answer<Data> {
  readonly data: Data
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * One operation of the API. Unknown fields and parameters are refused by the router, so the objects
 * name everything that is taken. `data` is what the answer's `data` may hold: anything else is cut off.
 */
export interface Endpoint<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject | undefined = z.ZodObject | undefined,
  Data extends z.ZodType = z.ZodType,
> {
  /** Equals the file name. */
  readonly id: string
  readonly method: 'get' | 'post' | 'put' | 'delete'
  /** With Express parameters, such as `/api/v1/scans/:scanId`. */
  readonly path: string
  readonly permission: Permission
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly status: number
  readonly data: Data
  respond(
    context: ApiContext,
    request: CheckedRequest<z.output<Params>, z.output<Query>, Body extends z.ZodObject ? z.output<Body> : undefined>,
  ): Promise<Answer<z.input<Data>>>
}

/** Checks an endpoint's types and forgets them, so that the catalogue can list all. */
export function endpoint<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodObject | undefined, Data extends z.ZodType>(
  definition: Endpoint<Params, Query, Body, Data>,
): Endpoint {
  return definition
}
