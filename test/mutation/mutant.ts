/** A change of a source file that a test should detect. */
export interface Mutant {
  /** Unique within a run. Starts at 1, in the order of files and positions. */
  readonly id: number
  /** Path relative to the root of the repository. */
  readonly path: string
  readonly operator: Operator
  /** The expression or statement that the switch replaces. It contains the edit. */
  readonly site: Range
  readonly kind: 'expression' | 'statement'
  /** Range of the change, and its new text. */
  readonly edit: Range & { readonly text: string }
}

export interface Range {
  readonly start: number
  readonly end: number
}

export const operators = [
  'condition',
  'logical',
  'boundary',
  'equality',
  'negation',
  'arithmetic',
  'bits',
  'step',
  'assignment',
  'return',
  'statement',
  'jump',
  'method',
  'boolean',
  'text',
  'pattern',
  'optional-chain',
] as const
export type Operator = (typeof operators)[number]

/**
 * Outcome of a mutant. `timed-out` counts as killed. `invalid` is a module that fails to load. `uncovered` survives
 * because no test reaches it.
 */
export type Outcome = 'killed' | 'timed-out' | 'survived' | 'uncovered' | 'invalid' | 'equivalent'

/** Returns the changed line before and after, without indentation. */
export function lineDiff(
  text: string,
  { edit }: Pick<Mutant, 'edit'>,
): { readonly line: number; readonly before: string; readonly after: string } {
  const start = text.lastIndexOf('\n', edit.start - 1) + 1
  const lineEnd = text.indexOf('\n', edit.end)
  const end = lineEnd === -1 ? text.length : lineEnd
  const after = `${text.slice(start, edit.start)}${edit.text}${text.slice(edit.end, end)}`
  return { line: text.slice(0, start).split('\n').length, before: text.slice(start, end).trim(), after: after.trim() }
}
