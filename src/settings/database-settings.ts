import { z } from 'zod'

/** Read replica of the database. */
export interface ReplicaSettings {
  readonly url: string
  /** Lag above which reads use the primary, in seconds. */
  readonly maxLagSeconds: number
}

/** Number of seconds that a replica may lag. */
export const lagSeconds = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'The value is not a number of seconds. Use a whole number from 1 to 9999.')
  .transform(Number)

/** Returns the replica that the settings name, or undefined. */
export function replicaOf({
  DATABASE_READ_URL: url,
  ASSAY_REPLICA_MAX_LAG: maxLagSeconds,
}: {
  readonly DATABASE_READ_URL?: string | undefined
  readonly ASSAY_REPLICA_MAX_LAG: number
}): ReplicaSettings | undefined {
  return url === undefined ? undefined : { url, maxLagSeconds }
}
