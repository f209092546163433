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
 * Whether a group of that name serves development by what projects customarily call it, where the format does not say.
 */
export const isDevelopmentGroup = (name: string): boolean => words.has(name.toLowerCase())
