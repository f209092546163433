import { z } from 'zod'
import { AdvisoryDate } from './advisory.ts'
import { Ecosystem } from './component.ts'
import { assay } from './product.ts'
import type { Coverage } from './scan.ts'
import { Grade } from './score.ts'
import { SeverityCounts } from './severity.ts'

/** What a scan looked at, as a receipt states it. */
export const ReceiptScope = z
  .object({
    detectors: z
      .array(
        z.object({
          id: z.string().meta({ description: 'Which detector.', examples: ['vulnerable-dependencies'] }),
          status: z
            .enum(['succeeded', 'skipped'])
            .meta({ description: '`skipped`: it was left out as whoever scanned asked.' }),
        }),
      )
      .meta({ description: 'The detectors, sorted by id.' }),
    files: z
      .int()
      .nonnegative()
      .meta({ description: 'Files that were read.', examples: [2] }),
    bytes: z
      .int()
      .nonnegative()
      .meta({ description: 'Their size in bytes.', examples: [4096] }),
    components: z
      .int()
      .nonnegative()
      .meta({ description: 'Package versions that the project brings, itself included.', examples: [4] }),
    undecidedAdvisories: z
      .int()
      .nonnegative()
      .meta({
        description:
          'Advisories that name a package of it without saying up to which version: neither a finding nor cleared.',
        examples: [0],
      }),
  })
  .meta({ id: 'ReceiptScope', description: 'What the scan looked at.' })
export type ReceiptScope = z.infer<typeof ReceiptScope>

/** What is kept of a scan for receipts: the version of this program that scanned, and what it looked at. */
export interface ScanScope {
  readonly scannerVersion: string
  readonly scope: ReceiptScope
}

/**
 * The scope of a scan that has just ended, by its coverage; undefined when a detector did not do what it should, so
 * that the scan was not complete.
 */
export function scanScopeOf({ detectors, files, components, undecidedAdvisories }: Coverage): ScanScope | undefined {
  const ran: ReceiptScope['detectors'] = []
  for (const { id, status } of detectors) {
    if (status !== 'succeeded' && status !== 'skipped') return undefined
    ran.push({ id, status })
  }
  ran.sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    scannerVersion: assay.version,
    scope: {
      detectors: ran,
      files: files.scanned,
      bytes: files.bytes,
      components: components.total,
      undecidedAdvisories,
    },
  }
}

/** What a receipt says of what it saw: `inconclusive` is neither of the others. */
export const ReceiptVerdict = z.enum(['pass', 'fail', 'inconclusive']).meta({
  id: 'ReceiptVerdict',
  description:
    '`fail`: an open finding is critical or high. `inconclusive`: none is, but a detector was left out, or ' +
    'advisories do not say whether they apply. `pass`: none is, and nothing was left open.',
  examples: ['pass'],
})
export type ReceiptVerdict = z.infer<typeof ReceiptVerdict>

/** The verdict on what was found within a scope; settings of the project count for nothing. */
export function receiptVerdict(
  { critical, high }: Pick<SeverityCounts, 'critical' | 'high'>,
  { detectors, undecidedAdvisories }: ReceiptScope,
): ReceiptVerdict {
  if (critical + high > 0) return 'fail'
  return undecidedAdvisories > 0 || detectors.some(({ status }) => status !== 'succeeded') ? 'inconclusive' : 'pass'
}

/** What a receipt states of its subject. */
export const ReceiptPredicate = z
  .object({
    scanner: z
      .object({
        name: z.string().meta({ description: 'The program.', examples: ['Assay'] }),
        version: z.string().meta({ description: 'Its version.', examples: ['0.1.0'] }),
        rules: z.string().meta({ description: 'Stands for the rules and the engine that applied them.' }),
        url: z.url().meta({ description: 'The service that signed.', examples: ['https://assay.example'] }),
      })
      .meta({ description: 'Who looked.' }),
    source: z
      .object({
        type: z.enum(['git', 'npm', 'pypi']).meta({ description: 'Kind of the source.' }),
        url: z.url().meta({ description: 'The page of the package or repository, without revision.' }),
        folder: z
          .string()
          .optional()
          .meta({ description: 'Folder of the repository; absent: its root, or a package.' }),
        revision: z.string().meta({ description: 'Package version or commit.', examples: ['1.0.0'] }),
        digest: z
          .string()
          .meta({ description: 'Subresource-integrity string of the archive, or over the files of a commit.' }),
      })
      .meta({ description: 'What was looked at.' }),
    scope: ReceiptScope,
    verdict: ReceiptVerdict,
    score: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'Security score.', examples: [92] }),
    grade: Grade,
    method: z.string().meta({ description: 'Version of the scoring formula.', examples: ['1'] }),
    vulnerabilities: SeverityCounts,
    scanId: z.string().meta({ description: 'The scan.' }),
    scannedAt: z.iso.datetime().meta({ description: 'When it ended.' }),
    advisories: z
      .partialRecord(Ecosystem, AdvisoryDate)
      .meta({ description: 'Of which day the advisories were, for each ecosystem.' }),
    evidence: z.url().meta({ description: 'Where the entry of the registry is, with its findings.' }),
    keyId: z.string().meta({ description: 'Names the key that signed.' }),
    issuedAt: z.iso.datetime().meta({ description: 'When it was signed.' }),
    expiresAt: z.iso.datetime().meta({ description: 'Until when it holds: 30 days later at most.' }),
  })
  .meta({ id: 'ReceiptPredicate', description: 'What a receipt states of its subject.' })
export type ReceiptPredicate = z.infer<typeof ReceiptPredicate>

/** An in-toto Statement, version 1 (https://in-toto.io/Statement/v1). */
export const ReceiptStatement = z
  .object({
    _type: z.literal('https://in-toto.io/Statement/v1').meta({ description: 'The kind of document.' }),
    subject: z
      .array(
        z.object({
          name: z
            .string()
            .meta({ description: 'Package URL of what was looked at.', examples: ['pkg:npm/server@1.0.0'] }),
          digest: z.record(z.string(), z.string()).meta({
            description:
              'Digests in hex by algorithm: of the archive; of a repository `gitCommit`, and ' +
              '`assayFiles256` over its files.',
          }),
        }),
      )
      .length(1)
      .meta({ description: 'To which bytes the receipt is bound.' }),
    predicateType: z.url().meta({ description: 'What kind of statement it is; the address explains it.' }),
    predicate: ReceiptPredicate,
  })
  .meta({ id: 'ReceiptStatement', description: 'An in-toto Statement, https://in-toto.io/Statement/v1' })
export type ReceiptStatement = z.infer<typeof ReceiptStatement>

/** A DSSE envelope (https://github.com/secure-systems-lab/dsse, version 1.0.2). */
export const DsseEnvelope = z
  .object({
    payload: z.base64().meta({ description: 'The statement, base64.' }),
    payloadType: z
      .string()
      .meta({ description: 'Media type of the payload.', examples: ['application/vnd.in-toto+json'] }),
    signatures: z
      .array(
        z.object({
          keyid: z.string().meta({ description: 'Names the key.' }),
          sig: z.base64().meta({ description: 'Ed25519 over the pre-authentication encoding, base64.' }),
        }),
      )
      .min(1)
      .meta({ description: 'Signatures of the payload and its type.' }),
  })
  .meta({ id: 'DsseEnvelope', description: 'A DSSE envelope, https://github.com/secure-systems-lab/dsse' })
export type DsseEnvelope = z.infer<typeof DsseEnvelope>
