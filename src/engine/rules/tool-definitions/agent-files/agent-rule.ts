import { z } from 'zod'
import type { FindingArguments } from '../../../model/finding-record.ts'
import type { RuleDocument } from '../../../model/rule.ts'
import { displayLine } from '../../display-text.ts'
import type { RuleMatch } from '../../rule-match.ts'
import { defineRule, type FindingFacts, type Rule, type RuleText } from '../../rule.ts'
import type { AgentFile } from './agent-file.ts'
import { agentFileLimits } from './agent-file-limits.ts'

/** Rule for files that coding agents read. */
export type AgentRule = Rule<AgentFile, RuleMatch>

/** A rule's match on a line of an agent file. */
export interface AgentMatch<Arguments> {
  readonly line: number
  /** Words that the finding is based on. */
  readonly excerpt: string
  readonly arguments: Arguments
  readonly severity?: RuleMatch['severity']
}

const Excerpt = z.object({ excerpt: z.string() })

/** Maximum length of an excerpt in a message, in UTF-16 code units. */
const maxExcerptLength = 200

/** Defines a rule that reports one match per line, and adds the excerpt to the arguments. */
export function defineAgentRule<Arguments extends FindingArguments>({
  arguments: shape,
  describe,
  find,
  document,
}: {
  readonly document: RuleDocument
  readonly arguments: z.ZodType<Arguments>
  readonly describe: (
    args: Arguments & { readonly excerpt: string },
    subject: string,
  ) => Omit<RuleText, 'title'> & { readonly weakness: string }
  readonly find: (file: AgentFile) => Iterable<AgentMatch<Arguments>>
}): AgentRule {
  return defineRule<AgentFile, Arguments & { readonly excerpt: string }, RuleMatch>({
    document,
    arguments: z.intersection(shape, Excerpt),
    describe(args, { location }: FindingFacts) {
      const path = displayLine(location?.path ?? 'an agent file', 70).replaceAll('"', "'")
      const { weakness, ...text } = describe(args, `"${path}"`)
      return { ...text, title: `${weakness} in ${path}` }
    },
    *find(file) {
      const lines = new Set<number>()
      for (const { line, excerpt, arguments: args, severity } of find(file)) {
        if (lines.has(line)) continue
        lines.add(line)
        const words = displayLine(excerpt, maxExcerptLength)
        yield {
          arguments: { ...args, excerpt: words },
          subject: excerpt.slice(0, 300),
          at: file.placeOfLine(line),
          ...(severity && { severity }),
        }
        if (lines.size === agentFileLimits.maxFindingsOfRule) return
      }
    },
  })
}
