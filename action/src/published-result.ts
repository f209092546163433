import type { Grade, SeverityCounts } from '../../client/assay.ts'
import type { Deadline } from './deadline.ts'
import { ActionFailure } from './failure.ts'
import { grades, type ServiceInputs, severities } from './inputs.ts'
import { severeCount } from '../../src/engine/reports/check-run/finding-counts.ts'
import { countsOf, judged, type Result } from './result.ts'
import type { Runner } from './runner.ts'
import { PassingFailure, patiently, serviceAt } from './assay-service.ts'
import { sameAddress, type Subject } from './workflow-run.ts'

/** Registry entry fields used by the Action. */
interface PublishedServer {
  readonly repositoryUrl: string
  readonly npmPackage: string
  readonly securityScore: number
  readonly grade: Grade
  readonly lastScannedAt: string
  readonly vulnerabilities: Omit<SeverityCounts, 'total'>
}

/**
 * Returns a project's published result, for a run that has neither a key nor an identity. The result describes the
 * project's current revision, so the verdict for a commit or branch is at best `partial`. Throws ActionFailure
 * `nothing-scanned` if nothing is published.
 */
export async function publishedResult(
  context: { readonly deadline: Deadline; readonly runner: Runner },
  { url, ref }: Pick<Subject, 'url' | 'ref'>,
  inputs: ServiceInputs,
): Promise<Result> {
  const service = serviceAt(inputs.baseUrl)
  const servers = await patiently(context, 'published results', async (signal) => {
    const query = new URLSearchParams({ search: nameOf(url), limit: '100' })
    const response = await service.fetch(`${inputs.baseUrl}/api/v1/servers?${query.toString()}`, { signal })
    if (response.status === 429)
      throw new ActionFailure('quota', 'The rate limit for requests without a key is exceeded.')
    if (response.status >= 500) throw new PassingFailure(`The service returned status ${response.status}`)
    const body: unknown = response.ok ? await response.json() : undefined
    return serversIn(body)
  })
  const server = servers.find(
    (each) =>
      sameAddress(each.repositoryUrl, url) ||
      (each.npmPackage !== '' && sameAddress(`https://www.npmjs.com/package/${each.npmPackage}`, url)),
  )
  if (!server)
    throw new ActionFailure(
      'nothing-scanned',
      'Nothing was scanned: this run has no API key and no id-token: write permission, and the registry has no ' +
        'published result for the project. Set an API key, or grant the permission. Pull requests from forks receive ' +
        'neither.',
    )
  const { critical, high, medium, low, info } = server.vulnerabilities
  const counts = { critical, high, medium, low, info, total: critical + high + medium + low + info }
  context.runner.say(
    `This run has no key, so it scans nothing. It uses the published result from ${server.lastScannedAt} for the ` +
      "project's current revision.",
  )
  const isSevere = severeCount(counts, inputs.failOn) > 0
  const given = {
    verdict: isSevere ? 'fail' : 'pass',
    results: server,
    findings: [],
    counts: countsOf(counts, { fresh: counts, listed: [], fixed: 0, isCompared: false, failOn: inputs.failOn }),
    isCompared: false,
    gaps: [],
    failOn: inputs.failOn,
  } as const
  const result = judged(given, inputs)
  const unseen = {
    ...given,
    verdict: 'partial',
    reason:
      `Incomplete: the published result of the project is within the limits, but ${ref ?? ''} was not scanned ` +
      'because this run has no key.',
  } as const
  return {
    ...(result.verdict === 'pass' && ref !== undefined ? judged(unseen, inputs) : result),
    counts,
    isPartial: true,
    findings: [],
    findingsTotal: counts.total,
  }
}

/** Returns the last URL segment, which is used as the search term for the registry. */
function nameOf(url: string): string {
  const parts = new URL(url).pathname
    .replace(/\.git$/, '')
    .split('/')
    .filter((part) => part !== '')
  return decodeURIComponent(parts.at(-1) ?? url)
}

function serversIn(body: unknown): PublishedServer[] {
  const servers =
    typeof body === 'object' &&
    body !== null &&
    'data' in body &&
    typeof body.data === 'object' &&
    body.data !== null &&
    'servers' in body.data
      ? body.data.servers
      : []
  return Array.isArray(servers) ? servers.filter(isServer) : []
}

function isServer(value: Partial<Record<keyof PublishedServer, unknown>> | null): value is PublishedServer {
  const texts = [value?.repositoryUrl, value?.npmPackage, value?.lastScannedAt]
  const counts = value?.vulnerabilities as Partial<Record<string, unknown>> | null | undefined
  return (
    texts.every((text) => typeof text === 'string') &&
    typeof value?.securityScore === 'number' &&
    grades.some((grade) => grade === value.grade) &&
    severities.every((severity) => typeof counts?.[severity] === 'number')
  )
}
