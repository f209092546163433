import { statSync } from 'node:fs'
import type { Target } from '../engine/model/target.ts'
import { SafeVersions, UpgradePlan, upgradeStrategies, type UpgradeStrategy } from '../engine/model/upgrade-plan.ts'
import { ScanFailure } from '../engine/model/failure.ts'
import { printable } from '../engine/reports/printable.ts'
import { parseTargetName } from '../engine/sources/accept-url.ts'
import { folderArgument } from '../engine/sources/folder/folder-argument.ts'
import type { ScanRequest } from '../engine/scanner/scan-request.ts'
import type { ReachabilityOf } from '../engine/scanner/upgrades/vulnerabilities.ts'
import { type Command, type CommandRuntime, exitCodes, RequestError, type Scanner, UsageError } from './command.ts'
import { oneOf } from './option-values.ts'
import { type Progress, progressLine, showScanStage } from './progress-line.ts'

const formats = ['table', 'json'] as const
type Format = (typeof formats)[number]

const defaultStrategy: UpgradeStrategy = 'minor'

export const fix: Command = {
  arguments: '[folder|package]',
  details: [
    'Plans the smallest set of changes that fixes the most vulnerabilities in the dependencies of a project, and ' +
      'prints it. Assay resolves the dependency tree after each change, as npm or pip would, so that the plan counts ' +
      'what a change fixes and what it breaks. The most important vulnerabilities come first: known exploited ones, ' +
      'then by severity, EPSS, and reachability.',
    'The folder contains a package.json, a requirements file, or a pyproject.toml. Default: the current folder. ' +
      'Assay keeps the versions in a package-lock.json, pnpm-lock.yaml, or yarn.lock unless a change needs others.',
    'For a package, such as express@4.16.0, pypi:flask, or pkg:npm/express@4.16.0, Assay prints the lowest and the ' +
      'newest version without known vulnerabilities in its own dependency tree.',
    'Assay uses the reachability that "assay scan --reachability" has determined if nothing has changed since then.',
    'Deprecated and yanked versions are named, but never chosen. Assay never runs code of the project or of a package.',
  ],
  options: {
    strategy: {
      type: 'string',
      value: 'STRATEGY',
      choices: upgradeStrategies,
      default: defaultStrategy,
      summary:
        'Versions that a plan may choose. in-range: versions that the manifests allow. minor: also other versions ' +
        'with the same major version. major: any newer version.',
    },
    write: {
      type: 'boolean',
      summary:
        'Writes the plan to the manifests and the lockfile of npm, and keeps a copy of each file with the suffix ' +
        '.assay-backup. Assay then reads the files again to check the result.',
    },
    reachability: {
      type: 'boolean',
      summary:
        'Scans the project with the reachability analysis first, unless the complete report of such a scan ' +
        'without further options is still valid. Vulnerabilities whose code the project does not run then count less.',
    },
    format: { type: 'string', value: 'FORMAT', choices: formats, default: 'table', summary: 'Format of the plan.' },
  },
  exits: {
    0: 'The project or package has no known vulnerabilities. With --write, none is left.',
    1: 'It has known vulnerabilities. With --write, some are left.',
    3: 'No vulnerability was found, but Assay could not read or resolve everything.',
  },
  examples: [
    ['assay fix', 'Plans upgrades for the project in the current folder.'],
    ['assay fix --strategy major ./server', 'Also allows new major versions.'],
    ['assay fix --reachability', 'First determines which vulnerable code the project runs.'],
    ['assay fix --write', 'Also changes package.json and package-lock.json, with backups.'],
    ['assay fix express@4.16.0', 'Prints the safe versions of a package.'],
  ],
  async run(runtime, given) {
    const format = oneOf(given, 'format', { kind: 'format', words: formats }) ?? 'table'
    const strategy = oneOf(given, 'strategy', { kind: 'strategy', words: upgradeStrategies }) ?? defaultStrategy
    const [word = '.', ...others] = given.positionals
    if (others.length > 0) throw new UsageError('"assay fix" accepts one folder or package.')
    const target = targetOf(word, runtime.callerFolder)
    const writes = given.values['write'] === true
    if (writes && target.type !== 'folder') throw new UsageError('--write needs the folder of a project.')
    const judges = given.values['reachability'] === true
    if (judges && target.type !== 'folder') throw new UsageError('--reachability needs the folder of a project.')
    try {
      return target.type === 'folder'
        ? await fixFolder(runtime, target, { format, strategy, writes, judges })
        : await showSafeVersions(runtime, target, format)
    } catch (error) {
      throw error instanceof ScanFailure ? new RequestError(error.message, { cause: error }) : error
    }
  },
}

type FolderTarget = Extract<Target, { type: 'folder' }>
type PackageTarget = Extract<Target, { type: 'npm' | 'pypi' }>

/** Throws UsageError if the argument is neither a folder nor a package. */
function targetOf(word: string, callerFolder: string): FolderTarget | PackageTarget {
  const argument = folderArgument(word, callerFolder)
  if (argument !== undefined && 'problem' in argument) throw new RequestError(argument.problem)
  if (argument !== undefined) {
    if (!statSync(argument.target.path).isDirectory())
      throw new RequestError(`${printable(word, 100)} is a file. Name the folder of the project.`)
    return argument.target
  }
  const target = packageOf(word)
  if (target === undefined)
    throw new UsageError(`"${printable(word, 100)}" is neither a folder nor a package of npm or PyPI.`)
  return target
}

function packageOf(word: string): PackageTarget | undefined {
  try {
    const target = parseTargetName(word)
    return target.type === 'npm' || target.type === 'pypi' ? target : undefined
  } catch (error) {
    if (error instanceof ScanFailure) return undefined
    throw error
  }
}

async function fixFolder(
  runtime: CommandRuntime,
  target: FolderTarget,
  {
    format,
    strategy,
    writes,
    judges,
  }: {
    readonly format: Format
    readonly strategy: UpgradeStrategy
    readonly writes: boolean
    /** True to scan for reachability if no report has it. */
    readonly judges: boolean
  },
): Promise<number> {
  const { terminal, signal, version } = runtime
  using progress = progressLine(terminal.err)
  progress.show(`Starting Assay ${version}`)
  await using scanner = await runtime.openScanner({
    progress,
    isOffline: false,
    scannedFolders: [target.path],
    areTargetsLocal: true,
  })
  const [{ planFolderUpgrades }, { upgradePlanText }] = await Promise.all([
    import('../engine/scanner/upgrades/upgrades.ts'),
    import('../engine/reports/upgrade-plan-text.ts'),
  ])
  const reachabilityOf = await findReachability({ ...runtime, scanner, progress }, target, judges)
  const onResolution = (count: number) => progress.show('Planning upgrades', `${count} dependency trees`)
  const { planned, notes } = await planFolderUpgrades({ context: scanner.scanContext, signal, onResolution }, target, {
    strategy,
    writes,
    ...(reachabilityOf && { reachabilityOf }),
  })
  progress.clear()
  for (const note of notes) terminal.err.write(`${printable(note)}\n`)
  if (planned.length === 0)
    throw new RequestError(
      'This folder has no package.json, requirements file, or pyproject.toml that Assay can upgrade. Name the folder ' +
        'of the project.',
    )
  const plans = planned.map(({ plan }) => plan)
  if (format === 'json') terminal.out.write(`${JSON.stringify(plans.map((plan) => UpgradePlan.parse(plan)))}\n`)
  else for (const plan of plans) terminal.out.write(upgradePlanText(plan, viewOf(runtime)))
  for (const { failure } of planned) if (failure) terminal.err.write(`${printable(failure.message)}\n`)
  if (planned.some(({ failure }) => failure)) return exitCodes.usage
  if (plans.some(({ before, written }) => (written?.vulnerabilities ?? before) > 0)) return exitCodes.failed
  return notes.length > 0 || plans.some(({ gaps }) => gaps.length > 0) ? exitCodes.incomplete : exitCodes.ok
}

/** Returns the reachability from the stored report of the folder, or from a scan. Undefined if there is no report. */
async function findReachability(
  {
    scanner,
    progress,
    signal,
    terminal,
  }: Pick<CommandRuntime, 'signal' | 'terminal'> & {
    readonly scanner: Scanner
    readonly progress: Progress
  },
  target: FolderTarget,
  scans: boolean,
): Promise<ReachabilityOf | undefined> {
  const [{ findStoredReport, scanOrReuse }, { reportedReachability }] = await Promise.all([
    import('../engine/scanner/scan-or-reuse.ts'),
    import('../engine/scanner/upgrades/reported-reachability.ts'),
  ])
  const { scanContext, folderReports } = scanner
  const request: ScanRequest & { readonly target: FolderTarget } = {
    url: target.path,
    target,
    judgesReachability: true,
    report: (stage, percent, activity) =>
      showScanStage(progress, { subject: printable(target.path), stage, percent, activity }),
    signal,
  }
  const found = scans
    ? await scanOrReuse(scanContext, request, folderReports)
    : folderReports && (await findStoredReport(scanContext, request, folderReports))
  const problem = found?.report.error?.message ?? found?.report.coverage?.reachability?.problem
  if (problem !== undefined) {
    progress.clear()
    terminal.err.write(`The plan does not use reachability: ${printable(problem)}\n`)
  }
  return found && reportedReachability(found.report)
}

async function showSafeVersions(runtime: CommandRuntime, target: PackageTarget, format: Format): Promise<number> {
  const { terminal, signal, version } = runtime
  using progress = progressLine(terminal.err)
  progress.show(`Starting Assay ${version}`)
  await using scanner = await runtime.openScanner({ progress, isOffline: false, scannedFolders: [] })
  const [{ findSafeVersions }, { safeVersionsText }] = await Promise.all([
    import('../engine/scanner/upgrades/upgrades.ts'),
    import('../engine/reports/upgrade-plan-text.ts'),
  ])
  progress.show('Resolving dependency trees')
  const safe = await findSafeVersions({ context: scanner.scanContext, signal }, target)
  progress.clear()
  if (format === 'json') terminal.out.write(`${JSON.stringify(SafeVersions.parse(safe))}\n`)
  else terminal.out.write(safeVersionsText(safe, viewOf(runtime)))
  if (safe.vulnerabilities.length > 0) return exitCodes.failed
  return safe.gaps.length > 0 ? exitCodes.incomplete : exitCodes.ok
}

const viewOf = ({ terminal: { out } }: CommandRuntime) => ({ color: out.isTTY === true && out.hasColors?.() === true })
