import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { lineDiff, type Mutant } from './mutant.ts'

/** A mutant that behaves like the original, identified by its line before and after. */
const Equivalent = z.strictObject({
  path: z.string(),
  before: z.string(),
  after: z.string(),
  reason: z.string().min(1),
})
export type Equivalent = z.output<typeof Equivalent>

/** Returns the mutants of every file in `equivalent`. */
export function readEquivalents(): readonly Equivalent[] {
  const folder = new URL('equivalent/', import.meta.url)
  return readdirSync(folder).flatMap((name) =>
    z.array(Equivalent).parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))),
  )
}

export function isEquivalent(known: readonly Equivalent[], mutant: Mutant, text: string): boolean {
  const { before, after } = lineDiff(text, mutant)
  return known.some((one) => one.path === mutant.path && one.before === before && one.after === after)
}
