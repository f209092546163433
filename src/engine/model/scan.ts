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
    'Status of a scan. `pending`: waiting in the queue. `scanning`: running. `completed`: finished with ' +
    'results. `failed`: finished with an error.',
})
export type ScanStatus = z.infer<typeof ScanStatus>

/** Reasons why a scan failed. Also `errorCode` of the event `scan.failed`. */
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
  .meta({ id: 'ScanFailureCode', description: 'Reason why the scan failed.' })
export type ScanFailureCode = z.infer<typeof ScanFailureCode>

/** The verdict of a scan. Only `pass` is green, only `fail` is red. */
export const Verdict = z.enum(['pass', 'fail', 'partial', 'nothing-scanned', 'error']).meta({
  id: 'Verdict',
  description:
    'Verdict of the scan. `fail`: an open finding is at least as severe as `failOn`. With a baseline, only new ' +
    'findings count. The verdict is then also `fail` if the change makes something unreadable that the baseline ' +
    'could read. `partial`: something could not be analyzed. Only `pass` is green.',
  examples: ['fail'],
})
export type Verdict = z.infer<typeof Verdict>

/** Stages of a scan, in order. */
export const scanStages = ['queued', 'source', 'components', 'code', 'advisories', 'detectors', 'finished'] as const
export const ScanStage = z
  .enum(scanStages)
  .meta({ id: 'ScanStage', description: 'Stage of the scan. The values are in order.' })
export type ScanStage = z.infer<typeof ScanStage>

/** What one detector did: outcome, coverage, and cost. */
export const DetectorCoverage = z
  .object({
    id: z.string().meta({ description: 'ID of the detector.', examples: ['vulnerable-dependencies'] }),
    status: z.enum(['succeeded', 'partial', 'failed', 'timed-out', 'skipped']).meta({
      description:
        'Outcome of the detector. `skipped`: the scan was configured without it, which is not a coverage gap.',
    }),
    reason: z.string().optional().meta({ description: 'Reason why the detector did not succeed.' }),
    files: z.int().nonnegative().meta({ description: 'Number of files that the detector read.' }),
    bytes: z.int().nonnegative().meta({ description: 'Total size of these files in bytes.' }),
    durationMs: z.number().nonnegative().meta({ description: 'Duration in milliseconds.' }),
  })
  .meta({ id: 'DetectorCoverage', description: 'What one detector did: outcome, coverage, and cost.' })
export type DetectorCoverage = z.infer<typeof DetectorCoverage>

/** Something that the baseline could read and this scan could not, because of the change. */
export const LostReading = z
  .object({
    kind: z.enum(['file', 'folder', 'replaced', 'lockfile', 'dependency', 'limit']).meta({
      description:
        'What became unreadable. `file`: a file that the baseline read. `folder`: a folder with files that the ' +
        'baseline read. `replaced`: an unreadable file is new, and readable files of its language are gone. ' +
        '`lockfile`: a manifest lost its lockfile. `dependency`: the lockfile no longer names a package. ' +
        '`limit`: the project now exceeds a limit.',
    }),
    path: z.string().meta({ description: 'File, relative to the root of the project.', examples: ['src/run.ts'] }),
    reason: z.string().meta({ description: 'Reason why it cannot be read.' }),
    message: z.string().meta({ description: 'Explanation of the problem and how to fix it.' }),
  })
  .meta({
    id: 'LostReading',
    description: 'Something that the baseline could read and this scan could not, because of the change.',
  })
export type LostReading = z.infer<typeof LostReading>

/** What a scan covered and what it did not. */
export const Coverage = z
  .object({
    detectors: z.array(DetectorCoverage).meta({ description: 'Coverage of each detector.' }),
    files: z
      .object({
        scanned: z
          .int()
          .nonnegative()
          .meta({ description: 'Number of files that were read.', examples: [2] }),
        bytes: z
          .int()
          .nonnegative()
          .meta({ description: 'Total size of these files in bytes.', examples: [4096] }),
        skipped: z.array(LeftOutFile).meta({ description: 'Files that could not be read. Each is a coverage gap.' }),
        notFollowed: z
          .array(LeftOutFile)
          .optional()
          .meta({
            description:
              'Files that are skipped by design, such as symbolic links and Git LFS pointers. They are not a ' +
              'coverage gap.',
          }),
      })
      .meta({ description: 'Files of the project.' }),
    code: CodeCoverage.optional().meta({
      description: 'Coverage of the source files. Omitted in results of versions that did not read them.',
    }),
    repository: RepositoryCoverage.optional().meta({
      description:
        'Comparison of the package with its repository. Omitted if the package names no repository, and for ' +
        'sources that are not packages.',
    }),
    components: z
      .object({
        total: z
          .int()
          .nonnegative()
          .meta({ description: 'Number of package versions in the project, including itself.', examples: [4] }),
        method: z.string().meta({
          description: 'How the versions were determined, as text.',
          examples: ['package.json, resolved in the npm registry'],
        }),
        resolvedAt: z.iso
          .datetime()
          .optional()
          .meta({ description: 'Time when versions were resolved in a registry. Omitted if a lockfile names them.' }),
        unresolved: z.array(UnresolvedDependency).meta({
          description: 'Dependencies that could not be resolved. Each is a coverage gap unless its `isGap` is false.',
        }),
        unreadable: z
          .array(LeftOutFile)
          .optional()
          .meta({ description: 'Lockfiles and manifests that could not be parsed.' }),
      })
      .meta({ description: 'Dependencies of the project.' }),
    advisories: z.partialRecord(Ecosystem, AdvisoryDate).meta({
      description:
        'State of the advisories for each ecosystem in the project. Ecosystems without advisory data are ' + 'omitted.',
    }),
    undecidedAdvisories: z
      .int()
      .nonnegative()
      .meta({
        description:
          'Number of advisories that do not state the affected versions of a package in the project. They are ' +
          'neither findings nor ruled out.',
      }),
    baseline: z
      .object({
        requested: z.string().meta({ description: 'Submitted commit or branch.', examples: ['main'] }),
        scanId: z
          .string()
          .optional()
          .meta({ description: 'ID of the scan that findings were compared with. Omitted if none was found.' }),
        revision: z.string().optional().meta({ description: 'Commit of that scan.' }),
        message: z.string().meta({ description: 'Explanation of the comparison, as text.' }),
        reading: z
          .enum(['compared', 'unknown'])
          .optional()
          .meta({
            description:
              'Comparison of what the two scans could read. `compared`: both were compared. `unknown`: one scan ' +
              'is too old for the comparison, so an unreadable file makes the verdict `partial`.',
          }),
        note: z
          .string()
          .optional()
          .meta({ description: 'Explanation of `unknown`, as text. Present if the verdict depends on it.' }),
        lost: z
          .array(LostReading)
          .optional()
          .meta({
            description:
              'What the baseline could read and this scan could not, because of the change. The verdict is ' +
              '`fail` then. Contains at most 100 entries. Omitted if nothing became unreadable, or if `reading` ' +
              'is not `compared`.',
          }),
      })
      .optional()
      .meta({ description: 'Scan that the findings were compared with. Present if a baseline was submitted.' }),
    isolation: z.union([IsolationInForce, z.literal('in-process')]).meta({
      description:
        'Isolation of the processes that parse files. `in-process` occurs only in results of old versions ' +
        'without isolation.',
    }),
    gaps: z.array(z.string()).meta({ description: 'Reasons why the verdict is `partial`, as sentences.' }),
  })
  .meta({ id: 'Coverage', description: 'What a scan covered and what it did not.' })
export type Coverage = z.infer<typeof Coverage>

/** The numeric results of a completed scan. */
export const ScanResults = z
  .object({
    securityScore: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'Security score from 0 to 100. 100 is best.', examples: [54] }),
    grade: Grade,
    vulnerabilities: SeverityCounts,
    partial: z.boolean().meta({ description: 'True if the scan has coverage gaps. The score is then at most 84.' }),
    method: z.string().meta({ description: 'Version of the scoring formula.', examples: ['1'] }),
  })
  .meta({ id: 'ScanResults', description: 'Numeric results of a completed scan.' })
export type ScanResults = z.infer<typeof ScanResults>
