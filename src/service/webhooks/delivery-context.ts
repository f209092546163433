import type { Logger } from 'pino'
import type { MasterKey } from '../accounts/master-key.ts'
import type { Database } from '../db/client.ts'
import type { deliveryLimits } from './delivery-limits.ts'
import type { AddressPolicy } from '../../engine/net/address-policy.ts'
import type { Network } from '../../engine/net/network.ts'
import type { Queue } from '../queue/queue.ts'

/** Times in milliseconds. See `deliveryLimits`. */
export type DeliveryLimits = { readonly [Limit in keyof typeof deliveryLimits]: number }

/** Dependencies of webhook delivery. */
export interface DeliveryContext {
  readonly db: Database
  readonly queue: Queue
  readonly network: Network
  readonly addressPolicy: AddressPolicy
  readonly masterKey: MasterKey
  readonly log: Logger
  /** Clock for schedules, leases, and records. */
  readonly now: () => Date
  readonly limits: DeliveryLimits
}
