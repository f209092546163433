import { randomUUID } from 'node:crypto'
import type { Scan } from '../../client/assay.ts'
import { ActionFailure } from './failure.ts'
import { type Progress, followScan } from './follow-scan.ts'
import type { Inputs } from './inputs.ts'
import { counted } from './printable.ts'
import { patiently, type Service } from './assay-service.ts'
import type { Runner } from './runner.ts'
import type { Deadline } from './deadline.ts'
import type { Subject } from './workflow-run.ts'

export interface ScanContext {
  readonly service: Service
  readonly deadline: Deadline
  readonly runner: Runner
  /** Called with the ID of the subject's scan, not of the base's scan. */
  readonly onSubmitted: (scanId: string) => void
}

const stages: Readonly<Record<Progress['stage'], string>> = {
  queued: 'Waiting in the queue',
  source: 'Fetching the source',
  components: 'Resolving dependencies',
  code: 'Reading source files',
  advisories: 'Matching advisories',
  detectors: 'Running detectors',
  finished: 'Finished',
}

/** Scans of the subject and its base. */
export interface ScannedSubject {
  readonly scan: Scan
  readonly base?: Scan | undefined
}

/**
 * Scans the subject and waits for the result. If there is a base, scans it first with the same advisories. If an
 * earlier scan of the base were used instead, advisories published since then would appear as new findings of the
 * change.
 */
export async function scanSubject(
  context: ScanContext,
  { url, ref, base: baseCommit }: Subject,
  { failOn, reachability }: Pick<Inputs, 'failOn' | 'reachability'>,
): Promise<ScannedSubject> {
  const { runner } = context
  const options = { failOn, ...(reachability !== undefined && { reachability }) }
  let base: Scan | undefined
  if (baseCommit !== undefined) {
    runner.group(`Base ${baseCommit.slice(0, 12)}`)
    base = await scanToEnd(
      { ...context, onSubmitted: () => {} },
      { url, branch: baseCommit, ...options },
      sayProgress(runner),
    )
    runner.say(
      base.status === 'completed'
        ? `The base has ${openFindings(base)}${base.verdict === 'partial' ? ', with incomplete coverage' : ''}.`
        : `The scan of the base failed (${base.error?.code ?? 'no error code'}), so all findings count as new.`,
    )
    runner.endGroup()
  }
  const scan = await scanToEnd(
    context,
    {
      url,
      ...options,
      ...(ref !== undefined && { branch: ref }),
      ...(baseCommit !== undefined && { baseline: baseCommit }),
    },
    groupStages(runner),
  )
  runner.endGroup()
  return { scan, base }
}

async function scanToEnd(
  context: ScanContext,
  submission: Parameters<Service['client']['createScan']>[0],
  onProgress: (progress: Progress) => void,
): Promise<Scan> {
  // The idempotency key prevents a second scan if the request is repeated after a lost response.
  const request = { idempotencyKey: randomUUID(), ...submission }
  const { scanId } = await patiently(context, 'a scan', (signal) =>
    context.service.client.createScan(request, { signal }),
  )
  if (!/^scan_[\w-]+$/.test(scanId)) throw new ActionFailure('unavailable', 'The service returned an invalid scan ID.')
  context.onSubmitted(scanId)
  return followScan(context, scanId, onProgress)
}

/** Starts a log group for each stage. */
function groupStages(runner: Runner): (progress: Progress) => void {
  const say = sayProgress(runner)
  let stage: Progress['stage'] | undefined
  return (progress) => {
    if (progress.stage !== stage && progress.stage !== 'finished')
      runner.group(stages[progress.stage] ?? progress.stage)
    stage = progress.stage
    say(progress)
  }
}

/** Logs each step once. */
function sayProgress(runner: Runner): (progress: Progress) => void {
  let last = ''
  return ({ stage, percent, queuePosition }) => {
    const line =
      `${String(percent).padStart(3)}%  ` +
      `${stages[stage] ?? stage}${queuePosition === undefined ? '' : `, place ${queuePosition}`}`
    if (line !== last) runner.say(line)
    last = line
  }
}

function openFindings({ results }: Scan): string {
  return counted(results?.vulnerabilities.total ?? 0, 'finding')
}
