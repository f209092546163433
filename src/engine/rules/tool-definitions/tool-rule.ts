import type { RuleDocument } from '../../model/rule.ts'
import type { ScannedTool } from '../../model/scanned-tool.ts'
import type { Severity } from '../../model/severity.ts'
import type { DefinitionText } from './texts/definition-texts.ts'
import type { Sentence } from './texts/sentences.ts'

/** A text of a definition, taken apart. */
export interface ReadText extends DefinitionText {
  readonly sentences: readonly Sentence[]
}

/** What a rule looks at: one definition, in its project. */
export interface Examined {
  readonly tool: ScannedTool
  readonly texts: readonly ReadText[]
  /** Names of all tools, prompts and resources of the project and of their parameters, in lower case. */
  readonly ownNames: ReadonlySet<string>
  readonly tools: readonly ScannedTool[]
  /** The folder of the package that a file belongs to. */
  packageOf(path: string): string
}

/** What a rule found in a definition. */
export interface Hit {
  /** In which of its texts: `description`, `parameter note`. */
  readonly where: string
  /** The words that it rests on, as they are read; empty where none are. */
  readonly excerpt: string
  /** What is wrong, in whole sentences; the excerpt is told beside it. */
  readonly message: string
  readonly severity?: Severity
  /** Where it stands, if that is known better than by the excerpt. */
  readonly at?: { readonly path: string; readonly line: number }
}

/** A rule about definitions, and how it finds what it is about. */
export interface ToolRule {
  readonly document: RuleDocument
  /** Told only of texts in which no other rule found anything. */
  readonly onlyAlone?: true
  find(examined: Examined): Iterable<Hit>
}
