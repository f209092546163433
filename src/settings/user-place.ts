/** User properties that determine where programs store their settings and find other programs. */
export interface UserPlace {
  readonly platform: NodeJS.Platform
  /** Absolute path of the home folder. */
  readonly home: string
  readonly variables: Readonly<Record<string, string | undefined>>
}
