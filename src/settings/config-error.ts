/** Thrown for invalid settings. Each entry in `problems` names one setting, what is wrong with it, and what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
