import { z } from 'zod'
import type { ToolEffect } from '../../analysis/tool-effect.ts'
import type { FindingArguments } from '../../model/finding-record.ts'
import type { RuleDocument } from '../../model/rule.ts'
import { ScannedTool } from '../../model/scanned-tool.ts'
import type { Severity } from '../../model/severity.ts'
import { maskedPart } from '../leaked-secrets/masked-part.ts'
import { defineRule, type FindingFacts, type Rule, type RuleText } from '../rule.ts'
import { type DefinitionText, TextField, textKey } from './texts/definition-texts.ts'
import type { Sentence } from './texts/sentences.ts'

/** Text in a definition, split into sentences. */
export interface ParsedText extends DefinitionText {
  readonly sentences: readonly Sentence[]
}

/** Definition of a tool, prompt, or resource, or a server's instructions, with the project context. */
export interface ToolDefinition {
  readonly tool: ScannedTool
  readonly texts: readonly ParsedText[]
  /** Lowercase names of all tools, prompts, and resources in the project, and of their parameters. */
  readonly projectNames: ReadonlySet<string>
  readonly projectTools: readonly ScannedTool[]
  /** Changes that the tool makes every time it runs. Empty unless it may claim to change nothing. */
  readonly effects: readonly ToolEffect[]
  /** Returns the folder of the package that contains a file. */
  packageOf(path: string): string
}

/** Arguments that all definition findings have. */
export const DefinitionArguments = z.object({
  kind: ScannedTool.shape.kind,
  /** Name of the tool, prompt, resource, or server. */
  name: z.string(),
  text: TextField,
  /** Words that the finding is based on. */
  excerpt: z.string().optional(),
})
export type DefinitionArguments = z.infer<typeof DefinitionArguments>

/** A rule's match in one text of a definition. */
export interface ToolMatch {
  readonly text: TextField
  /** Words that the match is based on, as written. If absent, the location is the declaration. */
  readonly excerpt?: string
  /** Text that identifies the match in a fingerprint instead of the excerpt. */
  readonly identity?: string
  readonly severity?: Severity
  /** Location of the match, if it is more precise than searching for the excerpt. */
  readonly at?: { readonly path: string; readonly line: number }
}

/** Rule for definitions. */
export type ToolRule = Rule<ToolDefinition, ToolRuleMatch>

/** Match with the arguments that all definition rules share. */
export type ToolRuleMatch = ToolMatch & { readonly arguments: FindingArguments }

/** Defines a rule for definitions and adds the arguments that all of these rules share. */
export function defineToolRule<Arguments extends FindingArguments>({
  arguments: shape,
  find,
  ...rule
}: {
  readonly document: RuleDocument
  readonly arguments: z.ZodType<Arguments>
  readonly describe: (args: DefinitionArguments & Arguments, facts: FindingFacts) => RuleText
  readonly find: (definition: ToolDefinition) => Iterable<ToolMatch & { readonly arguments: Arguments }>
}): ToolRule {
  return defineRule<ToolDefinition, DefinitionArguments & Arguments, ToolMatch>({
    ...rule,
    arguments: z.intersection(DefinitionArguments, shape),
    *find(definition) {
      const { kind, name } = definition.tool
      for (const match of find(definition)) {
        const { text, excerpt } = match
        const shown = excerpt && maskedExcerpt(definition, text, excerpt)
        yield { ...match, arguments: { ...match.arguments, kind, name, text, ...(shown && { excerpt: shown }) } }
      }
    },
  })
}

/**
 * Returns an excerpt with secrets masked. Long sentences are cut, and the cut can separate a password from the words
 * that identify it, so the text around the excerpt is read too.
 */
function maskedExcerpt({ texts }: ToolDefinition, field: TextField, excerpt: string): string {
  const key = textKey(field)
  for (const { field: other, text } of texts) {
    const at = textKey(other) === key ? text.indexOf(excerpt) : -1
    if (at >= 0) return maskedPart(text, at, at + excerpt.length)
  }
  // Two sentences are not part of the text if a line break or a list mark is between them.
  return maskedPart(excerpt, 0, excerpt.length)
}
