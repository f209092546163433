import { z } from 'zod'
import { ScanFailure } from '../../engine/model/failure.ts'
import type { PackageFacts } from '../../engine/model/package-facts.ts'
import { packageRegistryTypes } from '../../engine/model/target.ts'
import { parseTargetName } from '../../engine/sources/accept-url.ts'
import { packageNaming } from '../../engine/sources/package-naming.ts'
import { mcpLimits } from '../mcp-limits.ts'
import { knownFacts, type KnownFacts, packageFactsShape } from '../package-facts.ts'
import { answerOfResult, answerOfScan, noResult, type ScanAnswer, scanShape } from '../scan-answer.ts'
import { defineTool } from '../tool.ts'
import { ToolError } from '../tool-error.ts'
import type { KnownResult, PackageTarget, ScanResult } from '../tool-host.ts'
import { maxFindings, waitSeconds } from '../tool-inputs.ts'
import { notice } from '../untrusted.ts'

export const checkPackage = defineTool({
  name: 'check_package',
  title: 'Check a package',
  description:
    'Checks an npm or PyPI package for security problems before it is installed or run: grade, known malware, ' +
    'vulnerabilities, findings in its code, a safer version, and whether the name resembles a popular one. Never ' +
    'runs the package. If the package was not scanned before, the answer has what is known already and a scan ID.',
  input: z.strictObject({
    package: z
      .string()
      .min(1)
      .max(300)
      .describe('Name with optional version: express, express@4.16.0, pypi:flask, flask==2.0, pkg:npm/express@4.16.0.'),
    registry: z.enum(packageRegistryTypes).optional().describe('Registry of a name without prefix. Default: npm.'),
    waitSeconds: waitSeconds(0),
    maxFindings,
  }),
  output: z.object({
    notice,
    package: z.string(),
    registry: z.enum(packageRegistryTypes),
    ...scanShape,
    ...packageFactsShape,
    isOutdated: z.boolean().optional().describe('The result is being repeated: it is old, or advisories changed.'),
    publishedAt: z.string().optional().describe('Time when the version was published, ISO 8601.'),
    deprecated: z.string().optional().describe("The maintainers' reason for deprecating the version."),
  }),
  isOpenWorld: true,
  permissions: ['scans:read', 'scans:write'],
  async run({ packages, waitFor }, input, call) {
    const { maxFindings: count } = input
    const target = packageTarget(input)
    const { version, facts: registryFacts, failure } = await packages.resolve(target, call.signal)
    using advisories = await packages.openAdvisories()
    const [facts, known] = await Promise.all([
      knownFacts(advisories, target, { version, signal: call.signal }),
      version === undefined || failure ? [] : packages.find(target, version),
    ])
    const answer = (scan: ScanAnswer & { readonly isOutdated?: boolean }, result?: ScanResult) =>
      packageAnswer(target, facts, scan, result?.source?.package ?? registryFacts)
    if (failure) return answer(failedAnswer(failure))
    const current = known.find((each) => isUpToDate(each, target, facts))
    const old = await (current ?? known[0])?.load()
    if (current?.scanId !== undefined && old)
      return answer({ scanId: current.scanId, ...answerOfResult(old, count) }, old)
    const { id } = await packages.start(target, version)
    const scan = await waitFor(id, { ...call, seconds: input.waitSeconds })
    const fresh = scan.end?.status === 'finished' ? scan.end.result : undefined
    if (!old || fresh) return answer(answerOfScan(scan, count), fresh)
    const outdated = !current && { isOutdated: true }
    return answer({ scanId: id, ...answerOfResult(old, count), ...outdated }, old)
  },
})

function packageTarget({ package: text, registry }: { package: string; registry?: 'npm' | 'pypi' | undefined }) {
  const hasPrefix = /^[a-z]+:/i.test(text.trim())
  try {
    const target = parseTargetName(registry === undefined || hasPrefix ? text : `${registry}:${text.trim()}`)
    if (target.type === 'npm' || target.type === 'pypi') return target
  } catch (error) {
    if (!(error instanceof ScanFailure)) throw error
  }
  throw new ToolError(
    'This is not a package of npm or PyPI. Use a name such as express@4.16.0, npm:server, pypi:flask, or ' +
      'pkg:npm/express@4.16.0.',
  )
}

/**
 * Reports whether a result is still current. Advisories that changed after the scan may affect dependencies of the
 * package.
 */
function isUpToDate({ coverage, verdict, scannedAt }: KnownResult, { type }: PackageTarget, { date }: KnownFacts) {
  const then = coverage?.advisories[packageNaming[type].ecosystem]
  const maxAgeMs = verdict === 'partial' ? mcpLimits.maxPartialAgeMs : mcpLimits.maxReportAgeMs
  return Date.now() - scannedAt.getTime() < maxAgeMs && then?.newestModified === date?.newestModified
}

function failedAnswer({ code, message }: ScanFailure): ScanAnswer {
  return { ...noResult('failed'), error: { code, message } }
}

/** Merges the facts with the scan. Current advisories override those of the scan. */
function packageAnswer(
  { name, type }: PackageTarget,
  { isMalware, date: _date, ...facts }: KnownFacts,
  scan: ScanAnswer & { readonly isOutdated?: boolean },
  { publishedAt, deprecated }: Pick<PackageFacts, 'publishedAt' | 'deprecated'> = {},
) {
  return {
    package: name,
    registry: type,
    ...scan,
    ...(isMalware && { malware: 'reported' as const }),
    ...facts,
    ...(publishedAt !== undefined && { publishedAt }),
    ...(deprecated !== undefined && { deprecated }),
  }
}
