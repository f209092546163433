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
 * Reports whether a group or extra name usually means development. Projects offer extras such as `test` to their own
 * developers.
 */
export const isDevelopmentGroup = (name: string): boolean => words.has(name.toLowerCase())
