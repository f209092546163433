import { z } from 'zod'

const [first, last] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/**
 * A moment as it comes in a body, with any offset; `example` is told to who writes it otherwise. Beyond these years
 * JavaScript writes what the database does not read.
 */
export function MomentText(example: string) {
  const error = `should be a moment such as ${example}`
  return z.iso
    .datetime({ offset: true, error })
    .refine((text) => Number.isNaN(Date.parse(text)) || (Date.parse(text) >= first && Date.parse(text) <= last), error)
}
