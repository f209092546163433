import { addressFacts } from './address-tests.ts'
import { ownerOf } from './derived-values.ts'
import { factsAboutValue } from './element-facts.ts'
import { conjoinFacts, type Facts, noFacts } from './facts.ts'
import type { GuardContext } from './guard-context.ts'

/** Converts facts about the parameter of a named callback to facts about an element: `list.some(isPrivate)`. */
export function factsOfElement(
  context: GuardContext,
  index: number,
  known: Facts,
  { collection, isTruthy }: { readonly collection: number; readonly isTruthy: boolean },
): Facts {
  const { program, values } = context
  const parameter = program.parameter(index, 0)
  const element = values.element(values.of(collection))
  if (parameter < 0 || values.of(parameter) === element) return noFacts
  const addresses = addressFacts(context, [index], { fields: [], isTruthy })
  let all = addresses ? factsAboutValue(values, element, addresses) : noFacts
  for (const [value, shown] of known.of) {
    const { of, keys } = ownerOf(values, value)
    if (values.nodeOf(of) !== parameter) continue
    const field = keys.reduce((object, key) => values.attribute(object, key), element)
    all = conjoinFacts(all, factsAboutValue(values, field, shown))
  }
  return all
}
