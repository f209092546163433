import { annotate } from './annotate.ts'
import { type ScannedFindings, uploadFindings } from './code-scanning/upload-findings.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { ActionFailure, type ActionVerdict } from './failure.ts'
import { givenApiKey, givenGitHubToken, type Inputs, readInputs, type ServiceInputs, severities } from './inputs.ts'
import { scanLocally } from './local/local-scan.ts'
import { mergeBaseOf } from './merge-base.ts'
import type { SummaryLinks } from '../../src/engine/reports/check-run/check-run-input.ts'
import { groupFindings } from '../../src/engine/reports/finding-groups.ts'
import { groupReachability } from '../../src/engine/reports/group-reachability.ts'
import { counted } from './printable.ts'
import { publishedResult } from './published-result.ts'
import { readSarif, type WrittenReports, writeReports } from './reports.ts'
import { type Result, resultOf } from './result.ts'
import type { Environment, Runner } from './runner.ts'
import { scanSubject } from './scan-subject.ts'
import { signIn } from './sign-in.ts'
import { failureSummary, resultSummary } from './summary.ts'
import { localSubjectOf, type Subject, subjectOf } from './workflow-run.ts'

/** Maximum number of finding groups in the log. The summary lists more. */
const maxLines = 20

interface Run {
  readonly environment: Environment
  readonly runner: Runner
}

/** Runs the step and returns its exit code. */
export async function run({ environment, runner }: Run): Promise<0 | 1> {
  runner.mask(givenApiKey(environment))
  runner.mask(givenGitHubToken(environment))
  let inputs: Inputs | undefined
  let subject: Subject | undefined
  try {
    inputs = readInputs(environment)
    const context = { environment, runner, deadline: startDeadline(inputs.timeoutMs) }
    if (!usesService(inputs)) {
      subject = localSubjectOf(inputs, environment)
      const { result, written, scanned } = await scanLocally(context, inputs, subject)
      outputReports(runner, written)
      return await reportAndUpload(context, { result, scanned }, inputs, subject)
    }
    subject = subjectOf(inputs, environment)
    if (inputs.uploadSarif && !subject.isOwn)
      throw new ActionFailure('refused', 'Invalid inputs: upload-sarif: works only for the repository of the workflow.')
    return await reportAndUpload(context, await scan(context, inputs, subject), inputs, subject)
  } catch (error) {
    runner.endGroup()
    const { verdict, message } = failureOf(error)
    runner.output('verdict', verdict)
    if (inputs?.summary !== false) runner.summarise(failureSummary(verdict, message, subject))
    return end(runner, verdict, message, inputs && error instanceof UnscannedFork ? { onError: inputs.onFork } : inputs)
  }
}

function usesService(inputs: Inputs): inputs is ServiceInputs {
  return inputs.baseUrl !== undefined
}

/**
 * Thrown if nothing was scanned because a pull request from a fork cannot authenticate. The `on-fork` input determines
 * the exit code.
 */
class UnscannedFork extends ActionFailure {
  constructor() {
    super(
      'nothing-scanned',
      'Nothing was scanned, so this result does not cover the change. GitHub provides no repository secrets and no ' +
        'identity token to this workflow because the pull request comes from a fork or from Dependabot. To scan such ' +
        'pull requests, install the GitHub App of this Assay service, or ask a maintainer to push the commits to a ' +
        'branch of this repository. For Dependabot, you can also store the key as a Dependabot secret.',
    )
  }
}

/** Result, and its findings for code scanning if the inputs request an upload. */
interface Outcome {
  readonly result: Result
  readonly scanned?: ScannedFindings | undefined
}

async function reportAndUpload(
  context: Run & { readonly deadline: Deadline },
  { result, scanned }: Outcome,
  inputs: Inputs,
  subject: Subject,
): Promise<0 | 1> {
  const code = report(context.runner, result, inputs, subject)
  const uploaded = inputs.uploadSarif ? await uploadFindings(context, scanned, inputs) : 0
  return code === 0 ? uploaded : code
}

async function scan(
  context: Run & { readonly deadline: Deadline },
  inputs: ServiceInputs,
  subject: Subject,
): Promise<Outcome> {
  const { environment, runner } = context
  const service = await signIn(context, inputs)
  if (!service && subject.isUntrusted) throw new UnscannedFork()
  const base = service && subject.pull ? await mergeBaseOf(context, subject.pull, inputs.githubToken) : subject.base
  runner.say(
    'Target: ' +
      `${subject.url}${subject.ref === undefined ? '' : ` at ${subject.ref}`}` +
      `${base === undefined ? '' : `, compared with ${base}`}`,
  )
  if (!service) return { result: await publishedResult(context, subject, inputs) }
  const scanning = { ...context, service, onSubmitted: (scanId: string) => runner.output('scan-id', scanId) }
  const scanned = await scanSubject(
    scanning,
    { ...subject, ...(base !== undefined && base !== subject.ref && { base }) },
    inputs,
  )
  const { status, verdict, error, scanId, reportUrl } = scanned.scan
  runner.output('report-url', reportUrl)
  if (status === 'failed')
    throw new ActionFailure(
      verdict === 'nothing-scanned' ? verdict : 'error',
      `${error?.message ?? 'The scan failed.'} (${error?.code ?? 'no code'})`,
    )
  const result = await resultOf(scanning, scanned, inputs)
  outputReports(runner, await writeReports(scanning, scanId, inputs, environment))
  if (!inputs.uploadSarif) return { result }
  const sarif = async () => JSON.stringify(await readSarif(scanning, scanId))
  const { isPartial, source } = result
  return { result, scanned: { sarif, commit: source?.revision, isPartial, isUntrusted: subject.isUntrusted } }
}

function outputReports(runner: Runner, { sarif, sbom }: WrittenReports): void {
  runner.output('sarif-file', sarif ?? '')
  runner.output('sbom-file', sbom ?? '')
}

/** Writes a result to the outputs, log, annotations, and summary. */
function report(runner: Runner, result: Result, inputs: Inputs, subject: Subject): 0 | 1 {
  const { verdict, reason, score, grade, counts, newFindings, findings, findingsTotal, reportUrl, source } = result
  runner.output('verdict', verdict)
  runner.output('security-score', String(score))
  runner.output('grade', grade)
  for (const name of [...severities, 'total'] as const) runner.output(name, String(counts[name]))
  if (newFindings !== undefined) runner.output('new-findings', String(newFindings))
  runner.say('')
  runner.say(`  ${grade}  ${score}/100  ${reason}`)
  if (findings.length > 0) runner.say('')
  const groups = groupFindings(findings).slice(0, maxLines)
  for (const { severity, title, fixedVersion, findings: members } of groups) {
    const places = members.length > 1 && !members[0].component ? ` (${counted(members.length, 'place')})` : ''
    const fix = fixedVersion === undefined ? '' : `, fixed in ${fixedVersion}`
    const reachability = groupReachability(members)
    const reach = reachability ? `, ${reachability.label}` : ''
    runner.say(`  ${severity.padEnd(8)}  ${title}${places}${fix}${reach}`)
  }
  const rest = groups.reduce((sum, group) => sum - group.findings.length, findingsTotal)
  if (findings.length > 0 && rest > 0) runner.say(`  and ${counted(rest, 'more finding')}`)
  if (reportUrl !== undefined && source?.isPrivate !== true) runner.say(`Report: ${reportUrl}`)
  if (inputs.annotations) annotate(runner, findings, { total: findingsTotal, isOwn: subject.isOwn })
  if (inputs.summary) runner.summarise(resultSummary(result, subject, linksOf(result, inputs, subject)))
  return end(runner, verdict, reason, inputs)
}

/**
 * Returns the links for the summary. Private sources have no public page. Files are linked only if they are in the
 * workflow's repository.
 */
function linksOf({ source, reportUrl }: Result, { baseUrl }: Inputs, { url, ref, isOwn }: Subject): SummaryLinks {
  const revision = source?.revision ?? ref
  return {
    ...(source?.isPrivate !== true && { reportUrl }),
    ...(baseUrl !== undefined && { rulesUrl: `${baseUrl}/rules` }),
    ...(isOwn && revision !== undefined && { filesUrl: `${url.replace(/\.git$/, '')}/blob/${revision}` }),
  }
}

/**
 * Returns the exit code. `pass` succeeds; `fail` and `refused` fail. For other verdicts, the `on-error` input decides.
 */
function end(
  runner: Runner,
  verdict: ActionVerdict,
  reason: string,
  inputs: Pick<Inputs, 'onError'> | undefined,
): 0 | 1 {
  if (verdict === 'pass') return 0
  const isRed = verdict === 'fail' || verdict === 'refused' || inputs?.onError !== 'neutral'
  runner[isRed ? 'error' : 'warning'](reason, { title: `Assay: ${verdict}` })
  return isRed ? 1 : 0
}

function failureOf(error: unknown): { verdict: ActionVerdict; message: string } {
  if (error instanceof ActionFailure) return error
  return {
    verdict: 'unavailable',
    message: `Unexpected error: ${error instanceof Error ? error.message : String(error)}`,
  }
}
