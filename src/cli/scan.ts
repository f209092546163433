import { reportFormatIds } from '../engine/reports/formats/format-ids.ts'
import { detectorIds } from '../engine/rules/detector-ids.ts'
import type { ScanReport } from '../engine/model/scan-report.ts'
import { severities } from '../engine/model/severity.ts'
import type { Target } from '../engine/model/target.ts'
import { printable } from '../engine/reports/printable.ts'
import { folderArgument } from '../engine/sources/folder/folder-argument.ts'
import { realPath } from '../settings/cache-folder.ts'
import { type Command, type CommandArguments, exitCodes, RequestError, UsageError } from './command.ts'
import { memberOf, oneOf } from './option-values.ts'
import { reportFile, requireSeparateFiles } from './report-file.ts'
import { progressLine } from './progress-line.ts'
import type { FormattedFile } from './scan-targets.ts'

export const scan: Command = {
  arguments: '<target>…',
  details: [
    'A target is a folder, a file such as a lockfile, a package, a git repository, or the URL of a package page or ' +
      'repository. Assay never runs the code that it scans. The report goes to stdout. Progress and problems go to ' +
      'stderr.',
    'Packages: express, express@4.16.0, npm:express, flask==2.0, pypi:flask, pkg:npm/express@4.16.0. Repositories: ' +
      'github:owner/name, github:owner/name#branch. If a folder or file with the same name exists, Assay scans it. ' +
      'To scan the npm package instead, add the prefix npm:.',
    'In a git repository, Assay skips files that git ignores. Outside a git repository, Assay skips Python ' +
      'virtual environments and any node_modules folder next to a lockfile.',
  ],
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      choices: reportFormatIds,
      default: 'table',
      summary:
        'Report format. The json, cyclonedx, spdx, and openvex formats produce one line per target. The sarif and ' +
        'html formats produce a single document for all targets. The github format produces workflow commands, which ' +
        'annotate files in GitHub Actions.',
    },
    output: {
      type: 'string',
      value: 'FILE',
      summary: 'Writes the report to a file instead of stdout. Replaces an existing file.',
    },
    report: {
      type: 'string',
      value: 'FORMAT=FILE',
      multiple: true,
      summary: 'Also writes the report to a file in another format, for example sarif=findings.sarif.',
    },
    baseline: {
      type: 'string',
      value: 'FOLDER',
      summary:
        'Folder with an earlier version of the target. Assay scans both. Only findings that the earlier version does ' +
        'not have can make the scan fail.',
    },
    'fail-on': {
      type: 'string',
      value: 'SEVERITY',
      choices: severities,
      summary: 'Lowest severity that fails the scan. Default: "high", or failOn in the settings of a trusted project.',
    },
    'only-reachable': {
      type: 'boolean',
      summary:
        'Vulnerabilities whose code the project does not run (imported or not-loaded) do not fail the scan. They are ' +
        'still reported.',
    },
    'trust-project-settings': {
      type: 'boolean',
      summary:
        'Applies the settings and suppressions in .github/assay.yml, and the suppressions in code comments. Use this ' +
        'option only for your own projects. See docs/reference/project-settings.md.',
    },
    offline: {
      type: 'boolean',
      summary:
        'Makes no network requests. Uses the stored advisories, and shows their date in the report. Targets must be ' +
        'local folders or files.',
    },
    'no-resolve': {
      type: 'boolean',
      summary:
        'Sends no names of dependencies to package registries. Dependencies without a lockfile are then coverage gaps.',
    },
    reachability: {
      type: 'boolean',
      summary:
        'Judges whether the project reaches the vulnerable code of its npm and PyPI dependencies. Downloads the ' +
        'archives of all dependencies from their registries. With --offline or --no-resolve, uses stored results only.',
    },
    verbose: {
      type: 'boolean',
      summary: 'The table format also lists everything that Assay names but does not analyze, such as base images.',
    },
    'no-cache': {
      type: 'boolean',
      summary:
        'Scans again even if nothing has changed, without the results of earlier scans. It still uses the stored ' +
        'advisories.',
    },
    without: {
      type: 'string',
      value: 'DETECTOR',
      choices: detectorIds,
      multiple: true,
      summary:
        'Skips a detector. The report lists the detector as skipped, and the other detectors determine the verdict.',
    },
  },
  exits: {
    0: 'Every target passed.',
    1: 'At least one target failed because it has a finding at or above the --fail-on severity.',
    3: 'No target failed, but at least one could not be scanned completely.',
  },
  examples: [
    ['assay scan .', 'Scans the current folder.'],
    [
      'assay scan --fail-on critical mcp-server-kubernetes pypi:mcp-server-git',
      'Scans the latest versions of an npm package and a PyPI package.',
    ],
    ['assay scan --format sarif ./server ./client > assay.sarif', 'Scans two folders and writes one SARIF log.'],
    [
      'assay scan --baseline ../main --report sarif=assay.sarif .',
      'Fails only for findings that ../main does not have.',
    ],
  ],
  async run(runtime, given) {
    const format = oneOf(given, 'format', { kind: 'format', words: reportFormatIds }) ?? 'table'
    const failOn = oneOf(given, 'fail-on', { kind: 'severity', words: severities })
    const trustsProject = given.values['trust-project-settings'] === true
    const without = skippedDetectors(given)
    const output = given.values['output']
    const file = typeof output === 'string' ? reportFile(output, runtime.callerFolder) : undefined
    const moreFiles = furtherReports(given, runtime.callerFolder)
    if (given.positionals.length === 0)
      throw new UsageError('No target. Specify a folder, a package, or the URL of a package page or repository.')
    const isOffline = given.values['offline'] === true
    const targets = given.positionals.map((word) => ({ url: word, target: localTarget(word, runtime.callerFolder) }))
    const baseline = baselineTarget(given, runtime.callerFolder, targets)
    requireSeparateFiles(
      [
        ...(file ? [{ subject: '--output', path: file.path }] : []),
        ...moreFiles.map(({ format: id, file: { path } }) => ({ subject: `--report ${id}`, path })),
      ],
      [
        ...targets.map(({ target }) => ({ subject: 'a target', target })),
        { subject: '--baseline', ...baseline },
      ].flatMap(({ subject, target }) => (target?.type === 'folder' ? [{ subject, path: realPath(target.path) }] : [])),
    )
    const remote = targets.find(({ target }) => target === undefined)
    if (isOffline && remote)
      throw new UsageError(
        `"${printable(remote.url, 100)}" is not a local folder or file. With --offline, Assay scans only local ` +
          'folders and files.',
      )

    const scannedFolders = [...targets, baseline].flatMap((each) =>
      each?.target?.type === 'folder' ? [each.target.path] : [],
    )
    using progress = progressLine(runtime.terminal.err)
    progress.show(`Starting Assay ${runtime.version}`)
    // Starts loading the slow scanner modules after the first line is on the screen.
    const loading = import('./scan-targets.ts')
    await using scanner = await runtime.openScanner({
      progress,
      isOffline,
      scannedFolders,
      areTargetsLocal: remote === undefined,
      ignoresCache: given.values['no-cache'] === true,
    })
    const { scanTargets } = await loading
    const reports = await scanTargets(targets, {
      scanContext: scanner.scanContext,
      terminal: runtime.terminal,
      callerFolder: runtime.callerFolder,
      signal: runtime.signal,
      progress,
      format,
      file,
      moreFiles,
      baseline,
      failOn,
      onlyReachable: given.values['only-reachable'] === true ? true : undefined,
      trustsProject,
      without,
      resolves: given.values['no-resolve'] !== true,
      judgesReachability: given.values['reachability'] === true,
      isVerbose: given.values['verbose'] === true,
      folderReports: scanner.folderReports,
    })
    return reports.map(exitCodeOf).reduce(worseExit, exitCodes.ok)
  },
}

/** Returns the IDs of skipped detectors. Throws UsageError for an unknown ID, or if no detector remains. */
function skippedDetectors({ values: { without = [] } }: CommandArguments): ReadonlySet<string> {
  const ids = new Set([without].flat().map((id) => memberOf(detectorIds, String(id), 'detector')))
  if (ids.size === detectorIds.length) throw new UsageError('--without skips every detector. Keep at least one.')
  return ids
}

/** Returns the files that `--report` names. Throws UsageError for an unknown format or an unwritable file. */
function furtherReports({ values: { report = [] } }: CommandArguments, callerFolder: string): FormattedFile[] {
  return [report].flat().map((word) => {
    const [, format, name] = /^([^=]*)=(.+)$/s.exec(String(word)) ?? []
    if (format === undefined || name === undefined)
      throw new UsageError('--report needs a format and a file, for example sarif=findings.sarif.')
    const file = reportFile(name, callerFolder)
    if (file === undefined) throw new UsageError('--report writes to files only. Use --format for stdout.')
    return { format: memberOf(reportFormatIds, format, 'format'), file }
  })
}

/**
 * Returns the baseline, an earlier version of the only target. Throws UsageError if there are several targets or the
 * baseline is not a folder.
 */
function baselineTarget(
  { values }: CommandArguments,
  callerFolder: string,
  targets: readonly unknown[],
): { readonly name: string; readonly target: Target } | undefined {
  const name = values['baseline']
  if (typeof name !== 'string') return undefined
  if (targets.length > 1) throw new UsageError('--baseline accepts one target only.')
  const target = localTarget(name, callerFolder)
  if (target === undefined) throw new RequestError(`The baseline "${printable(name, 100)}" is not a local folder.`)
  return { name, target }
}

/**
 * Returns the folder or file named by an argument, or undefined if it may be a name or a URL. Throws UsageError if the
 * folder or file cannot be scanned.
 */
export function localTarget(word: string, callerFolder: string): Target | undefined {
  const argument = folderArgument(word, callerFolder)
  if (argument === undefined) return undefined
  if ('problem' in argument) throw new RequestError(argument.problem)
  return argument.target
}

export function exitCodeOf({ verdict, error }: Pick<ScanReport, 'verdict' | 'error'>): number {
  if (error?.code === 'INVALID_URL') return exitCodes.usage
  if (error?.code === 'INTERNAL' || error?.code === 'SCANNER_CRASHED') return exitCodes.ourFault
  if (verdict === 'pass') return exitCodes.ok
  return verdict === 'fail' ? exitCodes.failed : exitCodes.incomplete
}

/** Returns the more urgent of two exit codes, in this order: internal error, usage error, fail, incomplete, pass. */
export function worseExit(a: number, b: number): number {
  const order = [
    exitCodes.ok,
    exitCodes.incomplete,
    exitCodes.failed,
    exitCodes.usage,
    exitCodes.ourFault,
  ] as const satisfies number[]
  const rank = (code: number) => order.findIndex((ranked) => ranked === code)
  return rank(a) >= rank(b) ? a : b
}
