import { z } from 'zod'

/** Database URL, with one URL for each of its hosts. */
interface HostUrls {
  /** Same URL with a single host, in the order of the hosts. */
  readonly urls: readonly string[]
  /** Value of `target_session_attrs`, if the URL has this parameter. */
  readonly target: string | undefined
}

const maxHosts = 10

/** Parameter of libpq that selects a server by its state. */
const targetParameter = 'target_session_attrs'

/**
 * Splits a PostgreSQL URL with one or more hosts, such as `postgres://a.example:5432,b.example/assay`, into one URL per
 * host. These URLs have no `target_session_attrs`. The only host can be empty, as in `postgres:///assay`: the drivers
 * then use PGHOST. Returns undefined if the text is not such a URL.
 */
export function urlsByHost(text: string): HostUrls | undefined {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([/?#].*)?$/s.exec(text)
  if (!parts) return undefined
  const [, start = '', hosts = '', end = ''] = parts
  const urls = hosts.split(',').map((host) => URL.parse(`${start}${host.trim()}${end}`))
  const target = urls[0]?.searchParams.get(targetParameter) ?? undefined
  const single = urls.flatMap((url) => {
    if (!url || (url.hostname === '' && hosts !== '')) return []
    url.searchParams.delete(targetParameter)
    return [url.href]
  })
  return single.length === urls.length && single.length <= maxHosts ? { urls: single, target } : undefined
}

const notPostgres = 'The value is not a postgres:// URL. Use a URL such as postgres://assay@db.example/assay.'

/** URL of the server that accepts writes. With several hosts, the URL must select this server. */
export const databaseUrl = z.string().transform((text, check) => {
  const problem = problemOf(urlsByHost(text))
  if (problem === undefined) return text
  check.addIssue({ code: 'custom', message: problem })
  return z.NEVER
})

function problemOf(hosts: HostUrls | undefined): string | undefined {
  if (!hosts) return notPostgres
  const { urls, target } = hosts
  if (target !== undefined && target !== 'read-write' && target !== 'primary')
    return `The value of ${targetParameter} is not supported. Use ${targetParameter}=read-write.`
  if (target !== undefined && urls.some((url) => new URL(url).hostname === ''))
    return `The URL has ${targetParameter}, but no host. Add the host to the URL, or remove ${targetParameter}.`
  return urls.length > 1 && target === undefined
    ? `The URL names several hosts, but not which of them to use. Add ?${targetParameter}=read-write to the URL.`
    : undefined
}

/** URL of exactly one server. */
export const oneServerUrl = z.string().refine((text) => {
  const hosts = urlsByHost(text)
  return hosts?.urls.length === 1 && hosts.target === undefined
}, 'The value is not a postgres:// URL of one server. Use a URL such as postgres://assay@replica.example/assay.')
