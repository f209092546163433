import { z } from 'zod'
import type { WeakCall, Weakness } from '../../analysis/taint/sinks/weak-call.ts'
import type { RuleDocument } from '../../model/rule.ts'
import { defineRule, type FindingFacts, type Rule } from '../rule.ts'

const Arguments = z.object({ name: z.string() })
type WeakCallArguments = z.infer<typeof Arguments>

/** A rule's match at a call. */
export interface WeakCallMatch {
  readonly arguments: WeakCallArguments
}

/** Rule for calls with a specific weakness. */
export type WeakCallRule = Rule<WeakCall, WeakCallMatch>

/** Defines a rule for calls that are weak in themselves. */
export function defineWeakCallRule({
  document,
  weakness,
  title,
  message,
}: {
  readonly document: RuleDocument
  readonly weakness: Weakness
  /** Name of the weakness, which starts the title. */
  readonly title: string
  /** Describes the weakness and its impact. `call` is the callee, and `place` is its location. */
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
