/** A repository of a GitHub host by its two names. */
export interface RepositoryName {
  readonly owner: string
  readonly name: string
}

/**
 * The repository that an https address on `host` means; undefined for other hosts and paths. Only over
 * https: what is asked for with it is a credential.
 */
export function repositoryAt(host: string, { protocol, host: ownHost, pathname }: URL): RepositoryName | undefined {
  if (protocol !== 'https:' || ownHost.toLowerCase() !== host) return undefined
  const [, owner, name] = /^\/([\w-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(pathname) ?? []
  return owner === undefined || name === undefined || name === '.' || name === '..' ? undefined : { owner, name }
}
