/** Bots whose pull requests only update dependency versions. */
const versionBots: ReadonlySet<string> = new Set(['dependabot[bot]', 'renovate[bot]'])

export function isVersionBot(login: string | undefined): boolean {
  return login !== undefined && versionBots.has(login)
}
