import { type Job, privilegedTriggersOf, type Step, type Workflow } from './workflow.ts'
import { type ScalarValue, textOf } from '../../../inventory/settings-files/value.ts'

/** Step that fetches untrusted code in a privileged run. */
export interface UntrustedCheckout {
  readonly step: Step
  readonly index: number
  readonly value: ScalarValue
  /** Part of the value that refers to the code. */
  readonly text: string
}

/** References to a pull request's head, by name or by number. */
const head = new RegExp(
  String.raw`github\.(?:event\.pull_request\.(?:head\.|number|merge_commit_sha)|` +
    String.raw`event\.workflow_run\.(?:head_|pull_requests)|event\.issue\.number|head_ref)|refs\/pull\/|` +
    String.raw`steps\.[\w-]{1,60}\.outputs\.(?:head|pr|sha|ref|branch)`,
  'i',
)

/** Commands that fetch a pull request's head. */
const fetchesHead = new RegExp(
  String.raw`\bgh\s{1,9}pr\s{1,9}checkout\b|\bgit\s{1,4}(?:fetch|pull|checkout|switch|reset|merge|clone|` +
    String.raw`worktree)\b[^\n]{0,200}?(?:pull\/|refs\/pull|` +
    String.raw`\$\{\{\s{0,9}github\.(?:head_ref|event\.(?:pull_request\.head|workflow_run\.head_))[^\n]{0,200})`,
  'i',
)

/**
 * Returns the first checkout of untrusted code in a privileged workflow's job, or undefined if no such checkout exists
 * or a condition excludes forks. The first one is sufficient, because steps that run code from a later checkout also
 * come after the first.
 */
export function untrustedCheckout(workflow: Workflow, job: Job): UntrustedCheckout | undefined {
  const privileged = privilegedTriggersOf(workflow)
  if (
    !privileged.some((trigger) => /^(?:pull_request_target|workflow_run|issue_comment)$/.test(trigger)) ||
    excludesForks(job.condition)
  )
    return undefined
  for (const [index, step] of job.steps.entries()) {
    const checkout = checkoutIn(step)
    if (checkout && !excludesForks(step.condition)) return { step, index, ...checkout }
  }
  return undefined
}

/** Cache by commands, because YAML aliases let thousands of steps share the same commands. */
const fetches = new WeakMap<ScalarValue, string | undefined>()
const runs = new WeakMap<ScalarValue, boolean>()

function fetchIn(run: ScalarValue): string | undefined {
  if (!fetches.has(run)) fetches.set(run, fetchesHead.exec(run.text)?.[0])
  return fetches.get(run)
}

function isRunning(run: ScalarValue): boolean {
  const isRun = runs.get(run) ?? runsCode.test(run.text)
  runs.set(run, isRun)
  return isRun
}

function checkoutIn({ uses, run, with: inputs }: Step): { value: ScalarValue; text: string } | undefined {
  if (uses && /^actions\/checkout(?:@|$)/i.test(uses.text)) {
    for (const { key, value } of inputs) {
      const text = textOf(value)
      if ((key === 'ref' || key === 'repository') && value.kind === 'scalar' && text !== undefined && head.test(text))
        return { value, text }
    }
  }
  const text = run && fetchIn(run)
  return run && text !== undefined ? { value: run, text } : undefined
}

const originCondition = new RegExp(
  String.raw`head\.repo(?:sitory)?\.(?:full_name|id|owner\.login|fork)|` +
    String.raw`head_repository\.(?:full_name|fork|owner)|author_association|` +
    String.raw`workflow_run\.event\s{0,9}[!=]=\s{0,9}'(?:push|schedule|workflow_dispatch|release)'|` +
    String.raw`github\.(?:actor|triggering_actor|event\.(?:pull_request|comment|issue|` +
    String.raw`sender)(?:\.user)?\.login)\s{0,9}==`,
  'i',
)

/** Reports whether a condition is true only for repository branches or members. */
function excludesForks(condition: string): boolean {
  return originCondition.test(condition)
}

/** Commands that run code in the working directory, such as builds, installations, and tests. */
const runsCode = new RegExp(
  String.raw`(?:^|[\s;&|(])(?:npm|npx|yarn|pnpm|bun|bunx|make|cmake|pip3?|python3?|pytest|tox|nox|node|deno|` +
    String.raw`tsx|cargo|go\s{1,4}(?:build|test|run|generate)|gradle|mvn|` +
    String.raw`docker(?:\s{1,4}compose)?\s{1,4}(?:build|up)|uv|poetry|hatch|pdm|rake|bundle|composer|` +
    String.raw`(?:ba|z)?sh|\.\/[\w./-]{1,200})(?:\s|$)`,
  'm',
)

/** Returns the first step after a checkout that runs the fetched code. */
export function runningAfter({ steps }: Job, { index, step }: UntrustedCheckout): Step | undefined {
  const runsItself = step.run !== undefined && runsCode.test(step.run.text.replace(fetchesHead, ''))
  return [step, ...steps.slice(index + 1)].find(
    ({ run, uses }) =>
      (run && (run === step.run ? runsItself : isRunning(run))) ||
      (uses && (uses.text.startsWith('./') || /docker\/build-push-action/i.test(uses.text))),
  )
}
