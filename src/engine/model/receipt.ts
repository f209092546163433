import { publicSourceTypes } from './target.ts'
import { z } from 'zod'
import { AdvisoryDate } from './advisory.ts'
import { Ecosystem } from './component.ts'
import { assay } from './product.ts'
import type { Coverage } from './scan.ts'
import { Grade } from './score.ts'
import { SeverityCounts } from './severity.ts'

/** Scope of a scan, as a receipt states it. */
export const ReceiptScope = z
  .object({
    detectors: z
      .array(
        z.object({
          id: z.string().meta({ description: 'Detector ID.', examples: ['vulnerable-dependencies'] }),
          status: z.enum(['succeeded', 'skipped']).meta({
            description: 'Detector outcome. `skipped`: the detector was disabled for this scan.',
          }),
        }),
      )
      .meta({ description: 'Detectors, sorted by ID.' }),
    files: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of files that were read.', examples: [2] }),
    bytes: z
      .int()
      .nonnegative()
      .meta({ description: 'Total size of the files that were read, in bytes.', examples: [4096] }),
    components: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of package versions in the project, including the project itself.', examples: [4] }),
    undecidedAdvisories: z
      .int()
      .nonnegative()
      .meta({
        description:
          'Number of vulnerabilities that might affect the project. Their advisories do not specify the end of the ' +
          'affected version range. These vulnerabilities are reported as findings with `low` precision.',
        examples: [0],
      }),
  })
  .meta({ id: 'ReceiptScope', description: 'Scan scope.' })
export type ReceiptScope = z.infer<typeof ReceiptScope>

/** The scan properties that are stored for receipts: the scanner version and the scope. */
export interface ScanScope {
  readonly scannerVersion: string
  readonly scope: ReceiptScope
}

/**
 * Returns a finished scan's scope, derived from its coverage. Undefined if a detector failed, because the scan is then
 * incomplete.
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

export const ReceiptVerdict = z.enum(['pass', 'fail', 'inconclusive']).meta({
  id: 'ReceiptVerdict',
  description:
    'Receipt verdict. `fail`: at least one open finding is critical or high. `inconclusive`: no open finding is ' +
    'critical or high, but a detector was skipped or `undecidedAdvisories` is not 0. `pass`: all other results.',
  examples: ['pass'],
})
export type ReceiptVerdict = z.infer<typeof ReceiptVerdict>

/** Returns the verdict on a scope's findings. Project settings have no influence. */
export function receiptVerdict(
  { critical, high }: Pick<SeverityCounts, 'critical' | 'high'>,
  { detectors, undecidedAdvisories }: ReceiptScope,
): ReceiptVerdict {
  if (critical + high > 0) return 'fail'
  return undecidedAdvisories > 0 || detectors.some(({ status }) => status !== 'succeeded') ? 'inconclusive' : 'pass'
}

/** What a receipt states about its subject. */
export const ReceiptPredicate = z
  .object({
    scanner: z
      .object({
        name: z.string().meta({ description: 'Scanner name.', examples: ['Assay'] }),
        version: z.string().meta({ description: 'Scanner version.', examples: ['0.1.0'] }),
        rules: z.string().meta({ description: 'Identifier for the rules and the engine version.' }),
        url: z.url().meta({
          description: 'URL of the service that signed the receipt.',
          examples: ['https://assay.example'],
        }),
      })
      .meta({ description: 'Scanner that produced the result.' }),
    source: z
      .object({
        type: z.enum(publicSourceTypes).meta({ description: 'Kind of source.' }),
        url: z.url().meta({ description: 'URL of the package or repository page, without a revision.' }),
        folder: z
          .string()
          .optional()
          .meta({ description: 'Folder in the repository. Omitted for the repository root and for packages.' }),
        revision: z.string().meta({ description: 'Package version or commit.', examples: ['1.0.0'] }),
        digest: z
          .string()
          .meta({ description: 'Subresource Integrity string for the archive, or for the files in a commit.' }),
      })
      .meta({ description: 'Scanned source.' }),
    scope: ReceiptScope,
    verdict: ReceiptVerdict,
    score: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'Security score.', examples: [92] }),
    grade: Grade,
    method: z.string().meta({ description: 'Scoring formula version.', examples: ['1'] }),
    vulnerabilities: SeverityCounts,
    scanId: z.string().meta({ description: 'Scan ID.' }),
    scannedAt: z.iso.datetime().meta({ description: 'Time when the scan finished.' }),
    advisories: z
      .partialRecord(Ecosystem, AdvisoryDate)
      .meta({ description: 'State of the advisory data for each ecosystem.' }),
    evidence: z.url().meta({ description: "URL of the server's registry page, which lists the findings." }),
    keyId: z.string().meta({ description: 'ID of the signing key.' }),
    issuedAt: z.iso.datetime().meta({ description: 'Time when the receipt was signed.' }),
    expiresAt: z.iso
      .datetime()
      .meta({ description: 'Time when the receipt expires, at most 30 days after it was signed.' }),
  })
  .meta({ id: 'ReceiptPredicate', description: 'Statement that the receipt makes about its subject.' })
export type ReceiptPredicate = z.infer<typeof ReceiptPredicate>

/** An in-toto Statement, version 1 (https://in-toto.io/Statement/v1). */
export const ReceiptStatement = z
  .object({
    _type: z.literal('https://in-toto.io/Statement/v1').meta({ description: 'Document type.' }),
    subject: z
      .array(
        z.object({
          name: z
            .string()
            .meta({ description: 'Package URL (purl) of the scanned source.', examples: ['pkg:npm/server@1.0.0'] }),
          digest: z.record(z.string(), z.string()).meta({
            description:
              'Hexadecimal digests, keyed by algorithm. For a package, the object contains the archive digest. ' +
              'For a repository, it contains `gitCommit` and `assayFiles256`, a digest of all files.',
          }),
        }),
      )
      .length(1)
      .meta({ description: 'Artifact that the receipt applies to.' }),
    predicateType: z.url().meta({ description: 'URL of the documentation for the predicate type.' }),
    predicate: ReceiptPredicate,
  })
  .meta({ id: 'ReceiptStatement', description: 'In-toto Statement. See https://in-toto.io/Statement/v1.' })
export type ReceiptStatement = z.infer<typeof ReceiptStatement>

/** A DSSE envelope (https://github.com/secure-systems-lab/dsse, version 1.0.2). */
export const DsseEnvelope = z
  .object({
    payload: z.base64().meta({ description: 'Base64-encoded statement.' }),
    payloadType: z.string().meta({ description: 'Payload media type.', examples: ['application/vnd.in-toto+json'] }),
    signatures: z
      .array(
        z.object({
          keyid: z.string().meta({ description: 'Key ID.' }),
          sig: z
            .base64()
            .meta({ description: 'Base64-encoded Ed25519 signature over the pre-authentication encoding.' }),
        }),
      )
      .min(1)
      .meta({ description: 'Signatures over the payload and its type.' }),
  })
  .meta({
    id: 'DsseEnvelope',
    description: 'Dead Simple Signing Envelope (DSSE). See https://github.com/secure-systems-lab/dsse.',
  })
export type DsseEnvelope = z.infer<typeof DsseEnvelope>
