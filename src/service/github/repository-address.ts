/** A repository of a GitHub host, by owner and name. */
export interface RepositoryName {
  readonly owner: string
  readonly name: string
}

/**
 * Returns the repository of an https URL on `host`. Undefined for other hosts and paths. Other schemes are rejected,
 * because a credential is sent to the URL.
 */
export function repositoryAt(host: string, { protocol, host: ownHost, pathname }: URL): RepositoryName | undefined {
  if (protocol !== 'https:' || ownHost.toLowerCase() !== host) return undefined
  const [, owner, name] = /^\/([\w-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(pathname) ?? []
  return owner === undefined || name === undefined || name === '.' || name === '..' ? undefined : { owner, name }
}
