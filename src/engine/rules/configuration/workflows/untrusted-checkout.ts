import { type Job, privilegedOf, type Step, type Workflow } from './workflow.ts'
import { type ScalarValue, textOf } from '../../../inventory/settings-files/value.ts'

/** A step that fetches the code of a stranger into a run with rights. */
export interface UntrustedCheckout {
  readonly step: Step
  readonly index: number
  readonly place: ScalarValue
  /** As it is written. */
  readonly text: string
}

/** The head of a pull request, by its name or by its number. */
const head = new RegExp(
  String.raw`github\.(?:event\.pull_request\.(?:head\.|number|merge_commit_sha)|` +
    String.raw`event\.workflow_run\.(?:head_|pull_requests)|event\.issue\.number|head_ref)|refs\/pull\/|` +
    String.raw`steps\.[\w-]{1,60}\.outputs\.(?:head|pr|sha|ref|branch)`,
  'i',
)

/** Commands that fetch it. */
const fetchesHead = new RegExp(
  String.raw`\bgh\s{1,9}pr\s{1,9}checkout\b|\bgit\s{1,4}(?:fetch|pull|checkout|switch|reset|merge|clone|` +
    String.raw`worktree)\b[^\n]{0,200}?(?:pull\/|refs\/pull|` +
    String.raw`\$\{\{\s{0,9}github\.(?:head_ref|event\.(?:pull_request\.head|workflow_run\.head_))[^\n]{0,200})`,
  'i',
)

/**
 * The first checkout of strangers' code in a job of a workflow that runs with rights; none where a condition keeps
 * forks away. What a later one has run is run after the first one too.
 */
export function untrustedCheckout(workflow: Workflow, job: Job): UntrustedCheckout | undefined {
  const privileged = privilegedOf(workflow)
  if (
    !privileged.some((trigger) => /^(?:pull_request_target|workflow_run|issue_comment)$/.test(trigger)) ||
    keepsForksAway(job.condition)
  )
    return undefined
  for (const [index, step] of job.steps.entries()) {
    const found = checkoutIn(step)
    if (found && !keepsForksAway(step.condition)) return { step, index, ...found }
  }
  return undefined
}

/**
 * What is known of the commands of steps: aliases let thousands of steps have the same ones, and looking takes time.
 */
const fetches = new WeakMap<ScalarValue, string | undefined>()
const runs = new WeakMap<ScalarValue, boolean>()

function fetchIn(run: ScalarValue): string | undefined {
  if (!fetches.has(run)) fetches.set(run, fetchesHead.exec(run.text)?.[0])
  return fetches.get(run)
}

function isRunning(run: ScalarValue): boolean {
  const known = runs.get(run) ?? runsCode.test(run.text)
  runs.set(run, known)
  return known
}

function checkoutIn({ uses, run, with: inputs }: Step): { place: ScalarValue; text: string } | undefined {
  if (uses && /^actions\/checkout(?:@|$)/i.test(uses.text)) {
    for (const { key, value } of inputs) {
      const text = textOf(value)
      if ((key === 'ref' || key === 'repository') && value.kind === 'scalar' && text !== undefined && head.test(text))
        return { place: value, text }
    }
  }
  const text = run && fetchIn(run)
  return run && text !== undefined ? { place: run, text } : undefined
}

const originCondition = new RegExp(
  String.raw`head\.repo(?:sitory)?\.(?:full_name|id|owner\.login|fork)|` +
    String.raw`head_repository\.(?:full_name|fork|owner)|author_association|` +
    String.raw`workflow_run\.event\s{0,9}[!=]=\s{0,9}'(?:push|schedule|workflow_dispatch|release)'|` +
    String.raw`github\.(?:actor|triggering_actor|event\.(?:pull_request|comment|issue|` +
    String.raw`sender)(?:\.user)?\.login)\s{0,9}==`,
  'i',
)

/** A condition that only the repository's own branches or its own people meet. */
function keepsForksAway(condition: string): boolean {
  return originCondition.test(condition)
}

/** Commands that run what lies in the folder: builds, installations and tests do. */
const runsCode = new RegExp(
  String.raw`(?:^|[\s;&|(])(?:npm|npx|yarn|pnpm|bun|bunx|make|cmake|pip3?|python3?|pytest|tox|nox|node|deno|` +
    String.raw`tsx|cargo|go\s{1,4}(?:build|test|run|generate)|gradle|mvn|` +
    String.raw`docker(?:\s{1,4}compose)?\s{1,4}(?:build|up)|uv|poetry|hatch|pdm|rake|bundle|composer|` +
    String.raw`(?:ba|z)?sh|\.\/[\w./-]{1,200})(?:\s|$)`,
  'm',
)

/** The first step after a checkout that runs what was fetched. */
export function runningAfter({ steps }: Job, { index, step }: UntrustedCheckout): Step | undefined {
  const runsItself = step.run !== undefined && runsCode.test(step.run.text.replace(fetchesHead, ''))
  return [step, ...steps.slice(index + 1)].find(
    ({ run, uses }) =>
      (run && (run === step.run ? runsItself : isRunning(run))) ||
      (uses && (uses.text.startsWith('./') || /docker\/build-push-action/i.test(uses.text))),
  )
}
