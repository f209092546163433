import semver from 'semver'
import { z } from 'zod'
import { ScanFailure } from '../../../engine/model/failure.ts'
import type { ScanReport } from '../../../engine/model/scan-report.ts'
import { packageRegistryTypes } from '../../../engine/model/target.ts'
import type { PackageTarget, StoredReport } from '../../../engine/scanner/file-reports/file-reports.ts'
import { scanOnce } from '../../../engine/scanner/scan-once.ts'
import { parseTargetName } from '../../../engine/sources/accept-url.ts'
import { resolveSource } from '../../../engine/sources/fetch-source.ts'
import { packageNaming } from '../../../engine/sources/package-naming.ts'
import type { Scanner } from '../../command.ts'
import type { BackgroundScan } from '../background-scans.ts'
import { mcpLimits } from '../mcp-limits.ts'
import { knownFacts, type KnownFacts, packageFactsShape } from '../package-facts.ts'
import { answerOfScan, noResult, type ScanAnswer, scanShape } from '../scan-answer.ts'
import { defineTool, type ToolContext } from '../tool.ts'
import { ToolError } from '../tool-error.ts'
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
    publishedAt: z.string().optional(),
    deprecated: z.string().optional().describe("The maintainers' reason for deprecating the version."),
  }),
  isOpenWorld: true,
  async run(context, input, { signal, onProgress }) {
    const target = packageTarget(input)
    const scanner = await context.scanner()
    const { version, failure } = await versionOf(scanner, target, signal)
    const facts = await knownFacts(scanner, target, { version, signal })
    const stored = version === undefined ? undefined : scanner.reports.find(target, version)
    const isCurrent = stored !== undefined && isUpToDate(stored, target, facts)
    if (failure) return answer(target, facts, failedAnswer(failure))
    const known = stored && context.scans.adopt(stored.report.target, stored)
    if (known && isCurrent) return answer(target, facts, answerOfScan(known, input.maxFindings), stored.report)
    const scan = startScan(context, scanner, target, version)
    await context.scans.wait(scan, { seconds: input.waitSeconds, signal, onProgress })
    const fresh = scan.outcome?.status === 'finished' ? scan.outcome.report : undefined
    if (!known || fresh) return answer(target, facts, answerOfScan(scan, input.maxFindings), fresh)
    const old = { ...answerOfScan(known, input.maxFindings), scanId: scan.id, isOutdated: true }
    return answer(target, facts, old, stored.report)
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

/** Returns the version that the target means, if it is known or the registry answers in time. */
async function versionOf(
  { reports, scanContext }: Scanner,
  target: PackageTarget,
  signal: AbortSignal,
): Promise<{ readonly version?: string; readonly failure?: ScanFailure }> {
  const known = reports.versionOf(target)
  if (known !== undefined) return { version: known }
  const deadline = AbortSignal.timeout(mcpLimits.maxResolveMs)
  try {
    const context = { ...scanContext.sources, signal: AbortSignal.any([signal, deadline]) }
    const { revision } = await resolveSource(context, target)
    reports.keepVersion(target, revision)
    return { version: revision }
  } catch (error) {
    signal.throwIfAborted()
    const version = exactVersion(target)
    if (deadline.aborted) return version === undefined ? {} : { version }
    if (error instanceof ScanFailure) return { ...(version !== undefined && { version }), failure: error }
    throw error
  }
}

/** Returns the version in the target, if it is not a range or a tag. */
function exactVersion(target: PackageTarget): string | undefined {
  return target.type === 'npm' ? (semver.valid(target.selector) ?? undefined) : target.version
}

/** Starts a scan of the version, and stores its report. The advisories are updated at the same time. */
function startScan(
  { scans }: Pick<ToolContext, 'scans'>,
  { scanContext, reports }: Scanner,
  target: PackageTarget,
  version: string | undefined,
): BackgroundScan {
  const exact = version === undefined ? target : withVersion(target, version)
  const shown = nameOf(exact)
  // A failure of the update is a gap of the scan, which repeats it.
  scanContext.advisories.ready(packageNaming[exact.type].ecosystem, new AbortController().signal).catch(() => {})
  return scans.start(`${exact.type}:${shown}`, shown, async ({ signal, report }) => {
    const done = await scanOnce(scanContext, { url: shown, target: exact, report, signal })
    if (!done.error && done.source) {
      reports.keepVersion(target, done.source.revision)
      reports.keep(target, done.source.revision, { report: done, scannedAt: new Date() })
    }
    return done
  })
}

function withVersion(target: PackageTarget, version: string): PackageTarget {
  return target.type === 'npm' ? { ...target, selector: version } : { ...target, version }
}

function nameOf(target: PackageTarget): string {
  if (target.type === 'npm') return `${target.name}@${target.selector}`
  return target.version === undefined ? target.name : `${target.name}==${target.version}`
}

/** Advisories that changed after the scan may concern the dependencies of the package. */
function isUpToDate({ report, scannedAt }: StoredReport, { type }: PackageTarget, { date }: KnownFacts): boolean {
  const then = report.coverage?.advisories[packageNaming[type].ecosystem]
  const maxAgeMs = report.verdict === 'partial' ? mcpLimits.maxPartialAgeMs : mcpLimits.maxReportAgeMs
  return Date.now() - scannedAt.getTime() < maxAgeMs && then?.newestModified === date?.newestModified
}

function failedAnswer({ code, message }: ScanFailure): ScanAnswer {
  return { ...noResult('failed'), error: { code, message } }
}

/** Advisories of now overrule what the scan knew. */
function answer(
  target: PackageTarget,
  { isMalware, date: _date, ...facts }: KnownFacts,
  scan: ScanAnswer & { readonly isOutdated?: boolean },
  report?: ScanReport,
) {
  const { publishedAt, deprecated } = report?.source?.package ?? {}
  return {
    package: target.name,
    registry: target.type,
    ...scan,
    ...(isMalware && { malware: 'reported' as const }),
    ...facts,
    ...(publishedAt !== undefined && { publishedAt }),
    ...(deprecated !== undefined && { deprecated }),
  }
}
