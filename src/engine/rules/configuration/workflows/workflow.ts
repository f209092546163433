import { configurationLimits } from '../../../inventory/settings-files/settings-file-limits.ts'
import type { SettingsFile } from '../settings-file.ts'
import {
  entriesOf,
  type Entry,
  entryOf,
  itemsOf,
  type ScalarValue,
  scalarsIn,
  textOf,
  under,
  type Value,
} from '../../../inventory/settings-files/value.ts'

/**
 * GitHub Actions workflow, https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax. A
 * composite action is represented as one job without triggers.
 */
export interface Workflow {
  /** Names of the events that trigger it. */
  readonly triggers: ReadonlySet<string>
  readonly permissions: Entry | undefined
  readonly env: Value | undefined
  readonly jobs: readonly Job[]
  /** True if the file exceeds the limit on jobs or steps. */
  readonly isCut: boolean
}

export interface Job {
  readonly id: string
  readonly value: Value
  readonly permissions: Entry | undefined
  readonly condition: string
  /** Reusable workflow that the job calls. */
  readonly uses: ScalarValue | undefined
  readonly steps: readonly Step[]
}

export interface Step {
  readonly value: Value
  readonly condition: string
  readonly uses: ScalarValue | undefined
  readonly run: ScalarValue | undefined
  readonly with: readonly Entry[]
}

const emptyMapping: Value = { kind: 'mapping', entries: [], offset: 0 }

const workflows = new WeakMap<SettingsFile, Workflow>()

/** Returns the workflow in a file, or an empty one. */
export function workflowOf(file: SettingsFile): Workflow {
  const cached = workflows.get(file)
  if (cached) return cached
  const { root, kind } = file
  const parts =
    kind === 'action' ? [{ key: 'runs', value: under(root, 'runs') ?? emptyMapping }] : entriesOf(under(root, 'jobs'))
  let remainingSteps: number = configurationLimits.maxSteps
  let isCut = parts.length > configurationLimits.maxJobs
  const jobs = parts.slice(0, configurationLimits.maxJobs).map(({ key, value }) => {
    const job = jobOf(key, value, remainingSteps)
    isCut ||= itemsOf(under(value, 'steps')).length > remainingSteps
    remainingSteps -= job.steps.length
    return job
  })
  const workflow = {
    triggers: triggersOf(under(root, 'on')),
    permissions: entryOf(root, 'permissions'),
    env: under(root, 'env'),
    jobs,
    isCut,
  }
  workflows.set(file, workflow)
  return workflow
}

function triggersOf(on: Value | undefined): ReadonlySet<string> {
  return new Set(
    on?.kind === 'mapping' ? on.entries.map(({ key }) => key) : itemsOf(on).flatMap((item) => textOf(item) ?? []),
  )
}

function jobOf(id: string, value: Value, maxSteps: number): Job {
  return {
    id,
    value,
    permissions: entryOf(value, 'permissions'),
    condition: textOf(under(value, 'if')) ?? '',
    uses: scalarAt(value, 'uses'),
    steps: itemsOf(under(value, 'steps'))
      .slice(0, maxSteps)
      .map((step) => ({
        value: step,
        condition: textOf(under(step, 'if')) ?? '',
        uses: scalarAt(step, 'uses'),
        run: scalarAt(step, 'run'),
        with: entriesOf(under(step, 'with')),
      })),
  }
}

function scalarAt(value: Value, key: string): ScalarValue | undefined {
  const entry = under(value, key)
  return entry?.kind === 'scalar' ? entry : undefined
}

/** Events that untrusted users can trigger and whose runs have the repository's secrets and token. */
const privilegedTriggers = new Set([
  'pull_request_target',
  'workflow_run',
  'issue_comment',
  'issues',
  'discussion',
  'discussion_comment',
  'fork',
  'watch',
  'gollum',
])

/** Returns the triggers that let untrusted users start a run with access to secrets and the token. */
export const privilegedTriggersOf = ({ triggers }: Workflow): string[] =>
  [...triggers].filter((trigger) => privilegedTriggers.has(trigger))

/** Returns the secrets used in a part of a workflow, with the position of their first use. Excludes `GITHUB_TOKEN`. */
export function secretsIn(
  value: Value,
): { readonly name: string; readonly scalar: ScalarValue; readonly text: string }[] {
  const secrets = new Map<string, { name: string; scalar: ScalarValue; text: string }>()
  for (const { scalar } of scalarsIn(value)) {
    if (!scalar.text.includes('secrets')) continue
    for (const [text, name = ''] of scalar.text.matchAll(/\bsecrets(?:\.|\[')([A-Za-z_]\w{0,100})/g)) {
      if (name.toUpperCase() !== 'GITHUB_TOKEN' && !secrets.has(name)) secrets.set(name, { name, scalar, text })
    }
  }
  return [...secrets.values()]
}
