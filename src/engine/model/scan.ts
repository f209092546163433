import { z } from 'zod'
import { AdvisoryDate } from './advisory.ts'
import { Ecosystem, UnresolvedDependency } from './component.ts'
import { IsolationInForce } from './isolation-in-force.ts'
import { NotAnalyzed } from './not-analyzed.ts'
import { Grade } from './score.ts'
import { SeverityCounts } from './severity.ts'
import { CodeCoverage, LeftOutFile, ReachabilityCoverage, RepositoryCoverage } from './source-coverage.ts'

export const ScanStatus = z.enum(['pending', 'scanning', 'completed', 'failed']).meta({
  id: 'ScanStatus',
  description:
    'Scan status. `pending`: the scan is in the queue. `scanning`: the scan is running. `completed`: the ' +
    'scan finished with results. `failed`: the scan finished with an error.',
})
export type ScanStatus = z.infer<typeof ScanStatus>

/** Reasons why a scan failed. Also the `errorCode` of the `scan.failed` event. */
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
    'Scan verdict. `fail`: at least one open finding has a severity at or above the `failOn` value. If the scan ' +
    'has a baseline, only new findings count. The verdict is also `fail` if the change makes a previously readable ' +
    'part of the project unreadable. `partial`: part of the project could not be analyzed. Only `pass` means that ' +
    'the check succeeded.',
  examples: ['fail'],
})
export type Verdict = z.infer<typeof Verdict>

/** Stages of a scan, in order. */
export const scanStages = ['queued', 'source', 'components', 'code', 'advisories', 'detectors', 'finished'] as const
export const ScanStage = z
  .enum(scanStages)
  .meta({ id: 'ScanStage', description: 'Scan stage. The values are listed in chronological order.' })
export type ScanStage = z.infer<typeof ScanStage>

/** Outcome, coverage, and cost of one detector. */
export const DetectorCoverage = z
  .object({
    id: z.string().meta({ description: 'Detector ID.', examples: ['vulnerable-dependencies'] }),
    status: z.enum(['succeeded', 'partial', 'failed', 'timed-out', 'skipped']).meta({
      description:
        'Detector outcome. `skipped`: the detector was disabled for this scan. A skipped detector is not a ' +
        'coverage gap.',
    }),
    reason: z.string().optional().meta({ description: 'Reason why the detector did not succeed.' }),
    files: z.int().nonnegative().meta({ description: 'Number of files that the detector read.' }),
    bytes: z.int().nonnegative().meta({ description: 'Total size of the files that the detector read, in bytes.' }),
    durationMs: z.number().nonnegative().meta({ description: 'Duration in milliseconds.' }),
  })
  .meta({ id: 'DetectorCoverage', description: 'Outcome, coverage, and duration of one detector.' })
export type DetectorCoverage = z.infer<typeof DetectorCoverage>

/** A file, folder, or package that was read for the baseline but, because of the change, not in this scan. */
export const LostReading = z
  .object({
    kind: z.enum(['file', 'folder', 'replaced', 'lockfile', 'dependency', 'limit']).meta({
      description:
        'What became unreadable. `file`: a file that was readable in the baseline. `folder`: a folder ' +
        'that contained readable files in the baseline. `replaced`: an unreadable file was added, and readable ' +
        'files in the same language were removed. `lockfile`: a manifest no longer has a lockfile. ' +
        '`dependency`: the lockfile no longer lists a package. `limit`: the project now exceeds a limit.',
    }),
    path: z.string().meta({ description: 'File path, relative to the project root.', examples: ['src/run.ts'] }),
    reason: z.string().meta({ description: 'Reason why the file, folder, or dependency cannot be read.' }),
    message: z.string().meta({ description: 'Explanation of the problem and how to fix it.' }),
  })
  .meta({
    id: 'LostReading',
    description:
      'A file, folder, or dependency that was readable in the baseline but became unreadable because of the change.',
  })
export type LostReading = z.infer<typeof LostReading>

/** What a scan covered and what it did not cover. */
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
          .meta({ description: 'Total size of the files that were read, in bytes.', examples: [4096] }),
        skipped: z.array(LeftOutFile).meta({
          description: 'Files that could not be read. Each of these files is a coverage gap.',
        }),
        notFollowed: z
          .array(LeftOutFile)
          .optional()
          .meta({
            description:
              'Files that are skipped by design, such as symbolic links and Git LFS pointers. These files do not ' +
              'count as a coverage gap.',
          }),
      })
      .meta({ description: 'Project files.' }),
    code: CodeCoverage.optional().meta({
      description:
        'Source file coverage. Omitted in results from older versions of Assay, which did not read source files.',
    }),
    reachability: ReachabilityCoverage.optional().meta({
      description:
        'Packages that the reachability analysis read. Omitted if the analysis was off, or if the project has no ' +
        'known vulnerabilities in npm or PyPI packages.',
    }),
    repository: RepositoryCoverage.optional().meta({
      description:
        'Comparison of the package with its repository. Omitted if the source is not a package, or if the package ' +
        'does not declare a repository.',
    }),
    components: z
      .object({
        total: z
          .int()
          .nonnegative()
          .meta({
            description: 'Number of package versions in the project, including the project itself.',
            examples: [4],
          }),
        method: z.string().meta({
          description: 'Human-readable description of how the versions were determined.',
          examples: ['package.json, resolved in the npm registry'],
        }),
        resolvedAt: z.iso
          .datetime()
          .optional()
          .meta({
            description:
              'Time when the versions were resolved against a registry. Omitted if a lockfile specifies the ' +
              'versions.',
          }),
        unresolved: z.array(UnresolvedDependency).meta({
          description:
            'Dependencies that could not be resolved. Each dependency in this list is a coverage gap unless ' +
            '`isGap` is false.',
        }),
        unreadable: z
          .array(LeftOutFile)
          .optional()
          .meta({ description: 'Lockfiles and manifests that could not be parsed.' }),
      })
      .meta({ description: 'Project dependencies.' }),
    notAnalyzed: NotAnalyzed.optional().meta({
      description:
        'Material that Assay names but does not analyze, such as base images, scripts on other hosts, and compiled ' +
        'files. It does not change the verdict, the score, or the grade. Omitted if empty.',
    }),
    advisories: z.partialRecord(Ecosystem, AdvisoryDate).meta({
      description:
        'State of the advisory data for each ecosystem in the project. Ecosystems without advisory data are ' +
        'omitted.',
    }),
    undecidedAdvisories: z
      .int()
      .nonnegative()
      .meta({
        description:
          'Number of vulnerabilities that might affect the project. Their advisories do not specify the end of the ' +
          'affected version range. These vulnerabilities are reported as findings with `low` precision.',
      }),
    baseline: z
      .object({
        requested: z.string().meta({ description: 'Submitted commit or branch.', examples: ['main'] }),
        scanId: z
          .string()
          .optional()
          .meta({ description: 'ID of the baseline scan. Omitted if no baseline scan was found.' }),
        revision: z.string().optional().meta({ description: 'Commit of the baseline scan.' }),
        message: z.string().meta({ description: 'Human-readable explanation of the comparison.' }),
        reading: z
          .enum(['compared', 'unknown'])
          .optional()
          .meta({
            description:
              'Whether Assay could compare the files that the two scans read. `compared`: the files were compared. ' +
              '`unknown`: one of the scans did not record which files it read, so the verdict ignores files that ' +
              'became unreadable.',
          }),
        note: z.string().optional().meta({
          description: 'Human-readable reason why `reading` is `unknown`. Present only if the scan has coverage gaps.',
        }),
        lost: z
          .array(LostReading)
          .optional()
          .meta({
            description:
              'Files, folders, and dependencies that were readable in the baseline but became unreadable because ' +
              'of the change. If this field is present, the verdict is `fail`. The list contains at most 100 ' +
              'entries. Omitted if nothing became unreadable, or if `reading` is not `compared`.',
          }),
      })
      .optional()
      .meta({ description: 'Comparison with the baseline scan. Present if a baseline was submitted.' }),
    isolation: z.union([IsolationInForce, z.literal('in-process')]).meta({
      description:
        'How the processes that parse project files are isolated. `in-process` occurs only in results from older ' +
        'versions that did not use isolation.',
    }),
    gaps: z.array(z.string()).meta({ description: 'Human-readable descriptions of the coverage gaps.' }),
  })
  .meta({ id: 'Coverage', description: 'What a scan covered and what it did not cover.' })
export type Coverage = z.infer<typeof Coverage>

/** The numeric results of a completed scan. */
export const ScanResults = z
  .object({
    securityScore: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'Security score from 0 to 100, where 100 is best.', examples: [54] }),
    grade: Grade,
    vulnerabilities: SeverityCounts,
    partial: z
      .boolean()
      .meta({ description: 'True if the scan has coverage gaps. In that case, the score is at most 84.' }),
    method: z.string().meta({ description: 'Scoring formula version.', examples: ['2'] }),
  })
  .meta({ id: 'ScanResults', description: 'Numeric results of a completed scan.' })
export type ScanResults = z.infer<typeof ScanResults>
