import { z } from 'zod'
import type { AllowedNetwork } from '../../../../engine/net/allowed-networks.ts'
import type { GitCredential } from '../../../../engine/sources/source.ts'

/** Settings of a fetcher. It has no others, and no environment of the service. */
export interface FetcherSettings {
  /** URLs that the operator configured. Only their origins may be in the networks that are allowed for `upstream`. */
  readonly upstreams: readonly string[]
  readonly allowedNetworks: readonly AllowedNetwork[]
}

/** Message from the worker, which is trusted. */
export type WorkerOrder =
  | { readonly kind: 'configure'; readonly settings: FetcherSettings }
  /** Lends the credential of a session's repository. */
  | {
      readonly kind: 'lend'
      readonly id: number
      readonly session: number
      readonly repository: string
      readonly credential: GitCredential
    }
  | { readonly kind: 'forget'; readonly session: number }

/** Message from the fetcher to the worker. A host may have taken control of it. */
export const FetcherMessage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('beat') }),
  z.strictObject({ kind: z.literal('lent'), id: z.int().nonnegative() }),
])
export type FetcherMessage = z.infer<typeof FetcherMessage>

/** Argument of a fetcher that a launcher has started. It must install its filter. */
export const confinedArgument = 'confined'
