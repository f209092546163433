import { z } from 'zod'
import { qualityLimits } from './quality-limits.ts'
import { type Network, NetworkFailure } from '../../../engine/net/network.ts'
import type { NpmRegistry } from '../../../engine/sources/package-registries/npm-registry.ts'
import { isYanked } from '../../../engine/sources/package-registries/pypi-project.ts'
import type { PypiIndex } from '../../../engine/sources/package-registries/pypi-index.ts'
import { parseBoundedJson } from '../../../engine/sources/package-registries/registry-request.ts'
import { npmPageUrl } from '../../../engine/sources/npm/npm-page-url.ts'
import { pypiPageUrl } from '../../../engine/sources/pypi/pypi-page-url.ts'
import { type Fetched, notAvailable } from './fetched.ts'
import type { PublishedReleases } from './signal.ts'

export interface PackageReach {
  readonly network: Network
  readonly npmRegistry: NpmRegistry
  readonly pypiIndex: PypiIndex
  /** Base URL with a trailing slash. */
  readonly npmRegistryUrl: string
  /** Base URL without a trailing slash. If undefined, npm downloads are not requested. */
  readonly npmDownloads: string | undefined
  readonly pypiDownloads: string | undefined
}

export interface FetchContext {
  readonly now: Date
  readonly signal: AbortSignal
}

/** Returns an npm package's publication dates, and its latest version's deprecation notice. */
export async function fetchNpmReleases(
  { npmRegistry }: PackageReach,
  name: string,
  { now, signal }: FetchContext,
): Promise<Fetched<PublishedReleases>> {
  const source = npmPageUrl(name)
  const lookup = await npmRegistry.publication(name, signal)
  if (lookup.status !== 'found')
    return { status: 'failed', source, reason: reasonOf(lookup), isTemporary: lookup.status === 'unavailable' }
  const { versions, time, distTags } = lookup.packument
  return {
    status: 'found',
    source,
    at: now,
    answer: {
      releases: datesOf(Object.keys(versions).map((version) => time[version])),
      deprecated: versions[distTags['latest'] ?? '']?.deprecated,
    },
  }
}

/**
 * Returns a Python project's publication dates, and whether it is deprecated: by its status on the index, or because
 * all releases are yanked.
 */
export async function fetchPypiReleases(
  { pypiIndex }: PackageReach,
  name: string,
  { now, signal }: FetchContext,
): Promise<Fetched<PublishedReleases>> {
  const source = pypiPageUrl(name)
  const lookup = await pypiIndex.project(name, signal)
  if (lookup.status !== 'found')
    return { status: 'failed', source, reason: reasonOf(lookup), isTemporary: lookup.status === 'unavailable' }
  const { releases, status } = lookup.project
  const isAllYanked = releases.length > 0 && releases.every(isYanked)
  const deprecated = status
    ? (status.reason ?? status.name)
    : isAllYanked
      ? 'All releases have been yanked.'
      : undefined
  return {
    status: 'found',
    source,
    at: now,
    answer: {
      releases: datesOf(releases.map(({ files }) => files.flatMap(({ uploadedAt }) => uploadedAt ?? []).sort()[0])),
      deprecated,
    },
  }
}

/** Returns a package's download count for the last month, from the npm downloads API. */
export async function fetchNpmDownloads(
  { network, npmDownloads }: PackageReach,
  name: string,
  at: FetchContext,
): Promise<Fetched<number>> {
  if (npmDownloads === undefined) return notAvailable('The operator disabled npm download counts (NPM_DOWNLOADS_URL).')
  return fetchJson(
    network,
    `${npmDownloads}/point/last-month/${name.split('/').map(encodeURIComponent).join('/').replace('%40', '@')}`,
    z.object({ downloads: z.number().nonnegative() }).transform((answer) => Math.round(answer.downloads)),
    at,
  )
}

/** Returns a Python project's download count for the last month, from a service with the pypistats.org API. */
export async function fetchPypiDownloads(
  { network, pypiDownloads }: PackageReach,
  name: string,
  at: FetchContext,
): Promise<Fetched<number>> {
  if (pypiDownloads === undefined)
    return notAvailable(
      'PyPI does not provide download counts, and the operator did not configure another source ' +
        '(PYPI_DOWNLOADS_URL).',
    )
  return fetchJson(
    network,
    `${pypiDownloads}/packages/${encodeURIComponent(name)}/recent`,
    z
      .object({ data: z.object({ last_month: z.number().nonnegative() }) })
      .transform(({ data }) => Math.round(data['last_month'])),
    at,
  )
}

/** Returns the number of packages that depend on an npm package, from the registry's search. */
export async function fetchNpmDependents(
  { network, npmRegistryUrl }: PackageReach,
  name: string,
  at: FetchContext,
): Promise<Fetched<number>> {
  const Entry = z.object({
    package: z.object({ name: z.literal(name) }),
    dependents: z.coerce.number().int().nonnegative(),
  })
  const Search = z.object({ objects: z.array(z.unknown()).max(50) }).transform(({ objects }, check) => {
    const entry = objects.flatMap((object) => Entry.safeParse(object).data ?? [])[0]
    if (entry) return entry.dependents
    check.addIssue({ code: 'custom', message: 'does not contain the package' })
    return z.NEVER
  })
  return fetchJson(network, `${npmRegistryUrl}-/v1/search?size=10&text=${encodeURIComponent(name)}`, Search, at)
}

/** Requests a small JSON document. Its content is untrusted. */
async function fetchJson<Answer>(
  network: Network,
  url: string,
  shape: z.ZodType<Answer>,
  { now, signal }: FetchContext,
): Promise<Fetched<Answer>> {
  const failed = (reason: string, isTemporary: boolean) =>
    ({ status: 'failed', source: url, reason, isTemporary }) as const
  try {
    const { status, body } = await network.get({
      url,
      purpose: 'upstream',
      headers: { accept: 'application/json' },
      maxBytes: qualityLimits.maxAnswerBytes,
      signal,
    })
    if (status === 404) return failed(`${new URL(url).host} does not have the package.`, false)
    if (status !== 200)
      return failed(`${new URL(url).host} returned HTTP status ${status}.`, status === 429 || status >= 500)
    const { data } = shape.safeParse(parseBoundedJson(body))
    return data === undefined
      ? failed(`${new URL(url).host} returned no usable value.`, false)
      : { status: 'found', answer: data, source: url, at: now }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof NetworkFailure) return failed(error.message, true)
    throw error
  }
}

const reasonOf = (lookup: { readonly status: string; readonly reason?: string }): string =>
  lookup.reason === undefined
    ? 'The package is not in the registry.'
    : `Assay cannot read the registry entry: ${lookup.reason}.`

/** Returns the valid dates, oldest first. */
function datesOf(texts: readonly (string | undefined)[]): Date[] {
  return texts
    .flatMap((text) => (text === undefined || Number.isNaN(Date.parse(text)) ? [] : [new Date(text)]))
    .sort((a, b) => a.getTime() - b.getTime())
}
