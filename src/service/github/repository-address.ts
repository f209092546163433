/** Owner and name of a repository on a GitHub host. */
export interface RepositoryName {
  readonly owner: string
  readonly name: string
}

/**
 * Returns the repository of an https URL on `host`, or undefined for other hosts and paths. Rejects other schemes,
 * because a credential is sent to the URL.
 */
export function repositoryAt(host: string, { protocol, host: ownHost, pathname }: URL): RepositoryName | undefined {
  if (protocol !== 'https:' || ownHost.toLowerCase() !== host) return undefined
  const [, owner, name] = /^\/([\w-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(pathname) ?? []
  return owner === undefined || name === undefined || name === '.' || name === '..' ? undefined : { owner, name }
}
