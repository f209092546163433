/** Number that a reason contains, such as a line or a count. */
const number = { isValid: (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0 }

/** One of a fixed list of texts. */
const oneOf = <Text extends string>(...texts: readonly Text[]) => ({
  texts,
  isValid: (value: unknown): value is Text => (texts as readonly unknown[]).includes(value),
})

/**
 * Parameters of reasons, by their names in the templates. They are numbers and texts from a list, because a compromised
 * child process could put any other text into a report.
 */
export const reasonParameters = {
  character: number,
  count: number,
  /** Number of further entries. */
  others: number,
  /** Size in MiB. */
  size: number,
  line: number,
  format: oneOf('JSON', 'JSON with comments', 'YAML'),
  /** Part of a lockfile. */
  part: oneOf(
    'dependencies',
    'importers',
    'jsr',
    'members',
    'npm',
    'packages',
    'remote',
    'snapshots',
    'specifiers',
    'workspaces',
  ),
  /** Sources of renv, and common repositories: https://rstudio.github.io/renv/articles/lockfile.html */
  source: oneOf(
    'an unknown source',
    'another repository',
    'BioCann',
    'BioCexp',
    'BioCsoft',
    'Bioconductor',
    'Bitbucket',
    'Git',
    'GitHub',
    'GitLab',
    'Local',
    'P3M',
    'PPM',
    'RSPM',
    'URL',
  ),
  /** Error codes of the parser for JSON with comments. */
  syntaxError: oneOf(
    'CloseBraceExpected',
    'CloseBracketExpected',
    'ColonExpected',
    'CommaExpected',
    'EndOfFileExpected',
    'InvalidCharacter',
    'InvalidCommentToken',
    'InvalidEscapeCharacter',
    'InvalidNumberFormat',
    'InvalidSymbol',
    'InvalidUnicode',
    'PropertyNameExpected',
    'UnexpectedEndOfComment',
    'UnexpectedEndOfNumber',
    'UnexpectedEndOfString',
    'ValueExpected',
    '<unknown ParseErrorCode>',
  ),
} as const

export type ParameterName = keyof typeof reasonParameters
export type ParameterValue<Name> = Name extends ParameterName
  ? (typeof reasonParameters)[Name]['isValid'] extends ((value: unknown) => value is infer Value)
    ? Value
    : never
  : never

/** Reports whether a value is valid for a parameter. */
export function isParameter(name: string, value: unknown): boolean {
  return Object.hasOwn(reasonParameters, name) && reasonParameters[name as ParameterName].isValid(value)
}
