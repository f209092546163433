import type { Entry } from '../entries/entry.ts'
import type { Shape } from '../schemas/shape.ts'
import { aboutValue } from './about-values.ts'
import { bothKnown, type Knowledge, nothingKnown } from './knowledge.ts'
import type { GuardContext } from './origins-of.ts'
import type { Proofs } from './proofs.ts'
import type { Validators } from './validators.ts'

/** Objects in objects are told apart so deep. */
const deepest = 3

/** What functions that schemas call with values show of what callers send: `z.string().refine((path) => !path.includes('..'))`. */
export function refinedEntries({ context, proofs, validators }: { readonly context: GuardContext; readonly proofs: Proofs; readonly validators: Validators }, entries: readonly Pick<Entry, 'node' | 'shape'>[]): Knowledge {
  const { program, references, values } = context
  let all = nothingKnown
  const look = (value: number, { fields, refinements = [] }: Shape, depth: number) => {
    for (const index of refinements.flatMap((node) => references.functions(node))) {
      proofs.begin()
      const known = validators.outcome(index, { fields: [], isTruthy: true })
      const parameter = program.functions[index]?.parameters[0]?.node ?? -1
      const shown = known.isImpossible || parameter < 0 ? undefined : known.of.get(values.of(parameter))
      if (shown) all = bothKnown(all, aboutValue(values, value, shown))
    }
    if (depth < deepest) for (const [key, field] of fields ?? []) look(values.attribute(value, key), field, depth + 1)
  }
  for (const { node, shape } of entries) if (refines(shape, 0)) look(values.of(node), shape, 0)
  return all
}

function refines({ fields, refinements }: Shape, depth: number): boolean {
  return refinements !== undefined || (depth < deepest && [...(fields?.values() ?? [])].some((field) => refines(field, depth + 1)))
}
