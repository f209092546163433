/**
 * Thrown for invalid settings, and for the setting of a database that is unavailable. Each entry in `problems` names
 * one setting, what is wrong with it, and what to do.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]
  /** Title above the problems. */
  readonly heading: string

  constructor(problems: readonly string[], heading = 'Invalid settings') {
    super(problems.join('\n'))
    this.problems = problems
    this.heading = heading
  }
}
