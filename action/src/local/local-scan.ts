import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ScannedFindings } from '../code-scanning/upload-findings.ts'
import type { Deadline } from '../deadline.ts'
import { ActionFailure } from '../failure.ts'
import type { Inputs } from '../inputs.ts'
import { type WrittenReports, writeReportFiles } from '../reports.ts'
import type { Result } from '../result.ts'
import type { Environment, Runner } from '../runner.ts'
import { inWorkspace, type Subject } from '../workflow-run.ts'
import { withCachedAdvisories } from './advisory-cache.ts'
import { type BaseFiles, baseFiles, workspaceCommit } from './base-files.ts'
import { prepareEngine } from './engine.ts'
import type { LocalContext } from './local-context.ts'
import { readLocalReport, resultOfReport } from './report-result.ts'
import { environmentOfPrograms, runProgram } from './run-program.ts'

/** Result of a scan on the runner. */
export interface LocalOutcome {
  readonly result: Result
  readonly written: WrittenReports
  /** Findings for code scanning, if the inputs request an upload. */
  readonly scanned?: ScannedFindings
}

/** Scans the workspace, or the input URL, on the runner. Throws ActionFailure if the scan has no result. */
export async function scanLocally(
  step: { readonly environment: Environment; readonly runner: Runner; readonly deadline: Deadline },
  inputs: Inputs,
  subject: Subject,
): Promise<LocalOutcome> {
  const { environment, runner } = step
  const workspace = inWorkspace('.', environment)
  const temporaryFolder = resolve(environment['RUNNER_TEMP'] ?? tmpdir())
  const context: LocalContext = { ...step, workspace, temporaryFolder }
  const folder = mkdtempSync(join(temporaryFolder, 'assay-reports-'))
  let base: BaseFiles | undefined
  try {
    const program = await prepareEngine(context)
    base = await baseFiles(context, subject, inputs.githubToken)
    runner.say(`Target: ${inputs.url ?? 'the files in the workspace'}${base ? `, compared with ${base.commit}` : ''}`)
    const trustsProject = inputs.trustsProject && !subject.isUntrusted
    if (trustsProject !== inputs.trustsProject)
      runner.say(
        'The project settings do not apply: the pull request comes from a fork or from Dependabot, and can change ' +
          'them.',
      )
    const cacheFolder = environment['ASSAY_CACHE_DIR'] ?? join(temporaryFolder, 'assay-cache')
    await withCachedAdvisories(context, cacheFolder, () =>
      runScan(context, program, { inputs: { ...inputs, trustsProject }, folder, base, cacheFolder }),
    )
    const report = readLocalReport(readFileSync(join(folder, 'report.json'), 'utf8'))
    const result = resultOfReport(report, inputs, base?.commit)
    const written = writeReportFiles(
      {
        ...(inputs.sarif !== undefined && { sarif: readFileSync(join(folder, 'report.sarif'), 'utf8') }),
        ...(inputs.sbom !== undefined && { sbom: readFileSync(join(folder, 'report.cdx.json'), 'utf8') }),
      },
      inputs,
      environment,
    )
    if (!inputs.uploadSarif) return { result, written }
    const sarif = readFileSync(join(folder, 'report.sarif'), 'utf8')
    const scanned = {
      sarif: () => Promise.resolve(sarif),
      commit: await workspaceCommit(context),
      isPartial: result.isPartial,
      isUntrusted: subject.isUntrusted,
    }
    return { result, written, scanned }
  } finally {
    runner.endGroup()
    rmSync(folder, { recursive: true, force: true })
    if (base) rmSync(base.folder, { recursive: true, force: true })
  }
}

/** Exit codes for which the CLI writes a report. */
const reported: ReadonlySet<number | null> = new Set([0, 1, 3])

/** Runs the CLI. Throws ActionFailure if it writes no report. */
async function runScan(
  { environment, deadline, runner, workspace }: LocalContext,
  program: string,
  {
    inputs,
    folder,
    base,
    cacheFolder,
  }: {
    readonly inputs: Inputs
    readonly folder: string
    readonly base: BaseFiles | undefined
    readonly cacheFolder: string
  },
): Promise<void> {
  runner.group('Scan')
  const words = [
    'scan',
    inputs.url ?? workspace,
    '--format=json',
    `--output=${join(folder, 'report.json')}`,
    `--fail-on=${inputs.failOn}`,
    ...(inputs.sarif === undefined && !inputs.uploadSarif ? [] : ['--report', `sarif=${join(folder, 'report.sarif')}`]),
    ...(inputs.sbom === undefined ? [] : ['--report', `cyclonedx=${join(folder, 'report.cdx.json')}`]),
    ...(base ? ['--baseline', base.folder] : []),
    ...(inputs.reachability === true ? ['--reachability'] : []),
    ...(inputs.onlyReachable ? ['--only-reachable'] : []),
    ...(inputs.trustsProject ? ['--trust-project-settings'] : []),
    ...inputs.without.flatMap((detector) => ['--without', detector]),
  ]
  const { code, problem } = await runProgram('the scan', [process.execPath, program, ...words], {
    folder: workspace,
    environment: { ...environmentOfPrograms(environment), ASSAY_CACHE_DIR: cacheFolder },
    deadline,
    onLine: (line) => runner.say(line),
  })
  runner.endGroup()
  if (!reported.has(code))
    throw new ActionFailure(
      code === 2 ? 'refused' : 'error',
      `${code === 2 ? 'The scanner refused the inputs' : 'The scanner failed'}: ${problem.split('\n').at(-1) ?? ''}`,
    )
}
