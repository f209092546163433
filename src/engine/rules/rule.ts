import type { z } from 'zod'
import type { DetectedFinding, FindingArguments, FindingText } from '../model/finding-record.ts'
import type { RuleDocument } from '../model/rule.ts'

/** The parts of a finding that its words may use besides the arguments. */
export type FindingFacts = Pick<
  DetectedFinding,
  'location' | 'trace' | 'guard' | 'component' | 'advisory' | 'severity' | 'precision'
>

/** Words that a rule gives a finding. Without `remediation`, the finding has that of the rule's document. */
export interface RuleText extends Omit<FindingText, 'remediation'> {
  readonly remediation?: string
  /** The text of each step of the trace. Undefined if the rule knows them only as stored. */
  readonly steps?: readonly string[] | undefined
  /** The reason of `guard`. Undefined as above. */
  readonly guardReason?: string | undefined
}

/**
 * A rule of any family. `Subject` is what the family hands to its rules one by one: a settings file, a tool
 * definition, a project.
 */
export interface Rule<Subject = never, Match = unknown> extends RuleDocument {
  /** Returns the words for these arguments, or undefined if they are not arguments of this version of the rule. */
  render(args: unknown, facts: FindingFacts): RuleText | undefined
  find(subject: Subject): Iterable<Match>
}

/** A rule as its file writes it: with the shape of its arguments. */
interface RuleDefinition<Subject, Arguments extends FindingArguments, Match> {
  readonly document: RuleDocument
  /** The shape of the arguments. Stored arguments are parsed with it before they are rendered. */
  readonly arguments: z.ZodType<Arguments>
  readonly describe: (args: Arguments, facts: FindingFacts) => RuleText
  readonly find: (subject: Subject) => Iterable<Match & { readonly arguments: Arguments }>
}

/** Defines a rule. The type of its arguments holds between `find` and `describe`. */
export function defineRule<Subject, Arguments extends FindingArguments, Match>({
  document,
  arguments: shape,
  describe,
  find,
}: RuleDefinition<Subject, Arguments, Match>): Rule<Subject, Match & { readonly arguments: Arguments }> {
  return {
    ...document,
    render(args, facts) {
      const parsed = shape.safeParse(args)
      return parsed.success ? describe(parsed.data, facts) : undefined
    },
    find,
  }
}
