import { z } from 'zod'
import type { WeakCall, Weakness } from '../../analysis/taint/sinks/weak-call.ts'
import type { RuleDocument } from '../../model/rule.ts'
import { defineRule, type FindingFacts, type Rule } from '../rule.ts'

const Arguments = z.object({ name: z.string() })
type WeakCallArguments = z.infer<typeof Arguments>

/** What a rule finds at one call. */
export interface WeakCallMatch {
  readonly arguments: WeakCallArguments
}

/** A rule about calls with one weakness. */
export type WeakCallRule = Rule<WeakCall, WeakCallMatch>

/** Defines a rule about calls that are weak by themselves. */
export function defineWeakCallRule({
  document,
  weakness,
  title,
  message,
}: {
  readonly document: RuleDocument
  readonly weakness: Weakness
  /** Name of the weakness, at the start of a title. */
  readonly title: string
  /** What happens, and what an attacker can do. `call` is what is called, `place` is where. */
  readonly message: (call: string, place: string) => string
}): WeakCallRule {
  return defineRule<WeakCall, WeakCallArguments, WeakCallMatch>({
    document,
    arguments: Arguments,
    describe: ({ name }, { location }: FindingFacts) => ({
      title: `${title} in ${location?.path ?? 'the code'}`,
      message: message(name, `${location?.path}:${location?.startLine}`),
    }),
    *find(call) {
      if (call.weakness === weakness) yield { arguments: { name: call.name } }
    },
  })
}
