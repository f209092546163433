import { z } from 'zod'
import { AdvisoryDate } from './advisory.ts'
import { Ecosystem, UnresolvedDependency } from './component.ts'
import { IsolationInForce } from './isolation-in-force.ts'
import { Grade } from './score.ts'
import { SeverityCounts } from './severity.ts'
import { CodeCoverage, LeftOutFile, RepositoryCoverage } from './source-coverage.ts'

export const ScanStatus = z.enum(['pending', 'scanning', 'completed', 'failed']).meta({
  id: 'ScanStatus',
  description:
    '`pending`: waits in the queue. `scanning`: in progress. `completed`: has results. `failed`: has an error.',
})
export type ScanStatus = z.infer<typeof ScanStatus>

/** Why a scan failed; also `errorCode` of the event `scan.failed`. */
export const scanFailureCodes = [
  'INVALID_URL',
  'SOURCE_NOT_FOUND',
  'SOURCE_FORBIDDEN',
  'SOURCE_TOO_LARGE',
  'SOURCE_MALFORMED',
  'ADDRESS_NOT_ALLOWED',
  'SOURCE_HOSTILE',
  'NOTHING_TO_SCAN',
  'UPSTREAM_UNAVAILABLE',
  'SCAN_TIMEOUT',
  'SCANNER_CRASHED',
  'CANCELLED',
  'INTERNAL',
] as const
export const ScanFailureCode = z
  .enum(scanFailureCodes)
  .meta({ id: 'ScanFailureCode', description: 'Why a scan failed.' })
export type ScanFailureCode = z.infer<typeof ScanFailureCode>

/** What a scan means for whoever asked: only `pass` is green, only `fail` is red. */
export const Verdict = z.enum(['pass', 'fail', 'partial', 'nothing-scanned', 'error']).meta({
  id: 'Verdict',
  description:
    '`fail`: an open finding is at least as severe as `failOn`. With a baseline, only new findings count, ' +
    'and the verdict is also `fail` if the change makes something unreadable that the baseline could read. ' +
    '`partial`: something could not be analyzed. Only `pass` is green.',
  examples: ['fail'],
})
export type Verdict = z.infer<typeof Verdict>

/** Where a running scan is, in the order of the story. */
export const scanStages = ['queued', 'source', 'components', 'code', 'advisories', 'detectors', 'finished'] as const
export const ScanStage = z
  .enum(scanStages)
  .meta({ id: 'ScanStage', description: 'Where a scan is, in the order in which stages come.' })
export type ScanStage = z.infer<typeof ScanStage>

/** What one detector did: how it ended, what it covered, what it cost. */
export const DetectorCoverage = z
  .object({
    id: z.string().meta({ description: 'Which detector.', examples: ['vulnerable-dependencies'] }),
    status: z
      .enum(['succeeded', 'partial', 'failed', 'timed-out', 'skipped'])
      .meta({ description: 'How it ended; `skipped` is left out as whoever scans asked, and no gap.' }),
    reason: z.string().optional().meta({ description: 'Why it did not succeed.' }),
    files: z.int().nonnegative().meta({ description: 'Files that it looked at.' }),
    bytes: z.int().nonnegative().meta({ description: 'Their size in bytes.' }),
    durationMs: z.number().nonnegative().meta({ description: 'How long it took, in milliseconds.' }),
  })
  .meta({ id: 'DetectorCoverage', description: 'What one detector did: how it ended, what it covered, what it cost.' })
export type DetectorCoverage = z.infer<typeof DetectorCoverage>

/** What the baseline could read and this scan could not, because of what the change contains. */
export const LostReading = z
  .object({
    kind: z.enum(['file', 'folder', 'replaced', 'lockfile', 'dependency', 'limit']).meta({
      description:
        '`file`: the same file was read. `folder`: files in it were read. `replaced`: a new file is ' +
        'unreadable, and the change removes readable ones of its language. `lockfile`: a manifest has no ' +
        'lockfile any more. `dependency`: the lockfile no longer names a package. `limit`: the project is ' +
        'over a limit.',
    }),
    path: z.string().meta({ description: 'The file, from the root of the project.', examples: ['src/run.ts'] }),
    reason: z.string().meta({ description: 'Why it cannot be read.' }),
    message: z.string().meta({ description: 'What happened and what to do, for people.' }),
  })
  .meta({
    id: 'LostReading',
    description: 'What the baseline could read and this scan could not, because of what the change contains.',
  })
export type LostReading = z.infer<typeof LostReading>

/** What a scan saw and what it did not. */
export const Coverage = z
  .object({
    detectors: z.array(DetectorCoverage).meta({ description: 'What each detector did.' }),
    files: z
      .object({
        scanned: z
          .int()
          .nonnegative()
          .meta({ description: 'Files that were read.', examples: [2] }),
        bytes: z
          .int()
          .nonnegative()
          .meta({ description: 'Their size in bytes.', examples: [4096] }),
        skipped: z.array(LeftOutFile).meta({ description: 'Files that were skipped for cause: each is a gap.' }),
        notFollowed: z
          .array(LeftOutFile)
          .optional()
          .meta({ description: 'Left out by design: links, pointers of Git LFS. No gap.' }),
      })
      .meta({ description: 'Files of the project.' }),
    code: CodeCoverage.optional().meta({
      description: 'How the source files were read; absent in results of versions that read none.',
    }),
    repository: RepositoryCoverage.optional().meta({
      description:
        'How far the package was compared with the repository that it names; absent where it names none, ' +
        'and for what is no package.',
    }),
    components: z
      .object({
        total: z
          .int()
          .nonnegative()
          .meta({ description: 'Package versions that the project brings, itself included.', examples: [4] }),
        method: z.string().meta({
          description: 'How the versions were determined, for people.',
          examples: ['package.json, resolved in the npm registry'],
        }),
        resolvedAt: z.iso
          .datetime()
          .optional()
          .meta({ description: 'When versions were looked up; absent where a lockfile named them.' }),
        unresolved: z.array(UnresolvedDependency).meta({
          description:
            'Dependencies that could not be turned into components: each is a gap unless it says that it is none.',
        }),
        unreadable: z
          .array(LeftOutFile)
          .optional()
          .meta({ description: 'Lockfiles and manifests that are not what their names say.' }),
      })
      .meta({ description: 'Package versions that the project brings.' }),
    advisories: z.partialRecord(Ecosystem, AdvisoryDate).meta({
      description:
        'State of the advisories for each ecosystem that the components belong to; one without data is absent.',
    }),
    undecidedAdvisories: z.int().nonnegative().meta({
      description:
        "Advisories that name a component's package without saying up to which version: neither a finding nor cleared.",
    }),
    baseline: z
      .object({
        requested: z.string().meta({ description: 'The commit or branch as submitted.', examples: ['main'] }),
        scanId: z
          .string()
          .optional()
          .meta({ description: 'The scan that was compared with; absent when there was none.' }),
        revision: z.string().optional().meta({ description: 'The commit that it was of.' }),
        message: z.string().meta({ description: 'What that means, for people.' }),
        reading: z
          .enum(['compared', 'unknown'])
          .optional()
          .meta({
            description:
              '`compared`: what the two scans could read was compared. `unknown`: one of them is older than ' +
              'that comparison, so a file that cannot be read leaves the verdict `partial`.',
          }),
        note: z
          .string()
          .optional()
          .meta({ description: 'What `unknown` means, for people; present where the verdict depends on it.' }),
        lost: z
          .array(LostReading)
          .optional()
          .meta({
            description:
              'What the baseline could read and this scan could not, because of the change: the verdict is ' +
              '`fail`. Contains at most the first 100. Absent if the change makes nothing unreadable, and if ' +
              '`reading` is not `compared`.',
          }),
      })
      .optional()
      .meta({ description: 'With what the findings were compared; present when a baseline was asked for.' }),
    isolation: z.union([IsolationInForce, z.literal('in-process')]).meta({
      description:
        'How the code that parses files was kept apart from the service; `in-process` stands in results of ' +
        'versions that did not.',
    }),
    gaps: z
      .array(z.string())
      .meta({ description: 'Every reason for which the verdict is `partial`, as sentences for people.' }),
  })
  .meta({ id: 'Coverage', description: 'What a scan saw and what it did not.' })
export type Coverage = z.infer<typeof Coverage>

/** The numbers of a finished scan. */
export const ScanResults = z
  .object({
    securityScore: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'From 0 to 100; 100 is best.', examples: [54] }),
    grade: Grade,
    vulnerabilities: SeverityCounts,
    partial: z.boolean().meta({ description: 'Something could not be seen, and the score is at most 84.' }),
    method: z.string().meta({ description: 'Version of the scoring formula.', examples: ['1'] }),
  })
  .meta({ id: 'ScanResults', description: 'The numbers of a finished scan.' })
export type ScanResults = z.infer<typeof ScanResults>
