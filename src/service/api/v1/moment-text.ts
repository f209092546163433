import { z } from 'zod'

const [first, last] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/**
 * Returns the schema for a timestamp in a body, with any UTC offset. Error messages show `example`. Years are limited,
 * because PostgreSQL cannot read JavaScript's format for other years.
 */
export function MomentText(example: string) {
  const error = `should be a timestamp, for example ${example}`
  return z.iso
    .datetime({ offset: true, error })
    .refine((text) => Number.isNaN(Date.parse(text)) || (Date.parse(text) >= first && Date.parse(text) <= last), error)
}
