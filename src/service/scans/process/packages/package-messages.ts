import { z } from 'zod'
import { FixRecord } from '../../../../engine/scanner/reachability/package-store.ts'
import { summaryLimits } from '../../../../engine/reachability/tasks/summary-limits.ts'
import { VulnerableFunctions } from '../../../../engine/reachability/vulnerable-functions.ts'
import type { SharedRead } from '../../../../engine/scanner/reachability/package-reader.ts'
import { scanProcessLimits } from '../scan-process-limits.ts'

/** Maximum length of a name or version that a scan may ask for. Registries allow less. */
const text = z.string().max(1_000)
const ofPackage = { ecosystem: z.enum(['npm', 'PyPI']), name: text }

/** What a scan wants to know about a published package. */
export const PackageTask = z.discriminatedUnion('task', [
  z.object({ task: z.literal('summarize'), version: z.object({ ...ofPackage, version: text }) }),
  z.object({
    task: z.literal('derive'),
    fix: z.object({ ...ofPackage, advisoryId: text, fixedVersion: text }),
  }),
])
export type PackageTask = z.infer<typeof PackageTask>

const digest = z.string().regex(/^[\da-f]{64}$/)
const bytes = z.int().nonnegative()
const reason = z.string().max(scanProcessLimits.maxReasonCharacters)
const Failure = z.object({ failure: reason })

/** Result of reading a package version. The summary is deflated JSON as base64. */
const SummaryResult = z.object({
  digest,
  bytes,
  summary: z.base64().max(Math.ceil(summaryLimits.maxStoredBytes / 3) * 4),
})
const ProblemResult = z.object({ digest, bytes, problem: z.string().max(500) })
const DerivedResult = z.object({ record: FixRecord, functions: VulnerableFunctions, bytes: z.tuple([bytes, bytes]) })

/** Result of a `PackageTask`, from the process that reads packages. */
export const PackageResult = z.union([SummaryResult, ProblemResult, DerivedResult, Failure])
export type PackageResult = z.infer<typeof PackageResult>

/** Answer to a scan that asked for a package: its result is stored, or why it is not. */
export type PackageAnswer = SharedRead
