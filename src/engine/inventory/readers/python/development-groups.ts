const words: ReadonlySet<string> = new Set([
  'dev',
  'develop',
  'development',
  'test',
  'tests',
  'testing',
  'lint',
  'linting',
  'doc',
  'docs',
  'ci',
  'typing',
  'mypy',
  'format',
])

/**
 * Whether a group or an extra is for development according to its customary name. A project offers an extra such as
 * `test` to its own developers.
 */
export const isDevelopmentGroup = (name: string): boolean => words.has(name.toLowerCase())
