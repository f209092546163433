import { customType, timestamp } from 'drizzle-orm/pg-core'

/** Bytes. */
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** A moment to the millisecond, as JavaScript has it. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** Text whose order is that of its bytes, the same in every database. */
export const byteOrderedText = customType<{ data: string; driverData: string }>({ dataType: () => 'text collate "C"' })
