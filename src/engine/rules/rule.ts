import type { z } from 'zod'
import type { DetectedFinding, FindingArguments, FindingText } from '../model/finding-record.ts'
import type { RuleDocument } from '../model/rule.ts'

/** Fields of a finding that its texts may use in addition to the arguments. */
export type FindingFacts = Pick<
  DetectedFinding,
  'location' | 'trace' | 'guard' | 'component' | 'advisory' | 'reachability' | 'severity' | 'precision'
>

/** Texts of a finding. `remediation` defaults to that in the rule's document. */
export interface RuleText extends Omit<FindingText, 'remediation'> {
  readonly remediation?: string
  /** Texts of the trace's steps. Undefined if only the stored texts exist. */
  readonly steps?: readonly string[] | undefined
  /** Text for the reason in `guard`. Undefined if only the stored text exists. */
  readonly guardReason?: string | undefined
}

/**
 * Rule in any family. `Subject` is what the family passes to its rules: a settings file, a tool definition, or a
 * project.
 */
export interface Rule<Subject = never, Match = unknown> extends RuleDocument {
  /**
   * Renders the texts for these arguments. Returns undefined if the arguments do not match this version of the rule.
   */
  render(args: unknown, facts: FindingFacts): RuleText | undefined
  find(subject: Subject): Iterable<Match>
}

/** Definition of a rule, including the schema of its arguments. */
interface RuleDefinition<Subject, Arguments extends FindingArguments, Match> {
  readonly document: RuleDocument
  /** Schema for the arguments. Stored arguments are parsed with it before they are rendered. */
  readonly arguments: z.ZodType<Arguments>
  readonly describe: (args: Arguments, facts: FindingFacts) => RuleText
  readonly find: (subject: Subject) => Iterable<Match & { readonly arguments: Arguments }>
}

/** Defines a rule. `find` and `describe` share the type of the rule's arguments. */
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
