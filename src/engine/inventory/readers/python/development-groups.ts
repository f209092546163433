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

/** Whether a group is for development according to its customary name, if the format does not define it. */
export const isDevelopmentGroup = (name: string): boolean => words.has(name.toLowerCase())
