/** Maximum length of a URL in characters. Real ones have fewer than 200. */
const maxLength = 1_000

/**
 * Returns the name of a git repository from its URL: the host and path, without scheme, user, port, and `.git`. OSV
 * uses https URLs, while a project may use ssh or `git@host:path`. Undefined for a URL without a host, such as a local
 * path.
 */
export function repositoryName(address: string): string | undefined {
  if (address.length > maxLength) return undefined
  const [, host, path] =
    /^(?:https?|ssh|git):\/\/(?:[^@/\s]{0,200}@)?([\w.-]{1,255})(?::\d{1,5})?\/([^\s?#]+)$/i.exec(address) ??
    /^(?:[\w.-]{1,100}@)([\w.-]{1,255}):(?!\/\/)([^\s?#]+)$/.exec(address) ??
    []
  const segments = (path ?? '').split('/')
  while (segments[0] === '') segments.shift()
  while (segments.at(-1) === '') segments.pop()
  const name = segments.join('/').replace(/\.git$/i, '')
  const isPlain = name.split('/').every((segment) => /^[\w.~+-]{1,200}$/.test(segment) && !/^\.{1,2}$/.test(segment))
  return host === undefined || !isPlain ? undefined : `${host.toLowerCase()}/${name}`
}

/**
 * Resolves a submodule URL. Relative ones start with `./` or `../`, as gitmodules(5) describes. Undefined if the URL
 * leads above the host.
 */
export function submoduleAddress(written: string, project: string | undefined): string | undefined {
  if (!/^\.{1,2}\//.test(written)) return written
  const base = project === undefined ? undefined : repositoryName(project)?.split('/')
  if (base === undefined) return undefined
  for (const segment of written.split('/')) {
    if (segment === '..') base.pop()
    else if (segment !== '.' && segment !== '') base.push(segment)
    if (base.length === 0) return undefined
  }
  return base.length < 2 ? undefined : `https://${base.join('/')}`
}
