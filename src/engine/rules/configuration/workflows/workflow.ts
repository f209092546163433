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
 * A workflow of GitHub, https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax, or a
 * composite action as one job without triggers.
 */
export interface Workflow {
  /** Names of the events that start it. */
  readonly triggers: ReadonlySet<string>
  readonly permissions: Entry | undefined
  readonly env: Value | undefined
  readonly jobs: readonly Job[]
  /** There are more jobs or steps than are read. */
  readonly isCut: boolean
}

export interface Job {
  readonly id: string
  readonly value: Value
  readonly permissions: Entry | undefined
  readonly condition: string
  /** The reusable workflow that it is. */
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

const nothing: Value = { kind: 'mapping', entries: [], offset: 0 }

const workflows = new WeakMap<SettingsFile, Workflow>()

/** The workflow in a file; empty where there is none. */
export function workflowOf(file: SettingsFile): Workflow {
  const known = workflows.get(file)
  if (known) return known
  const { root, kind } = file
  const parts =
    kind === 'action' ? [{ key: 'runs', value: under(root, 'runs') ?? nothing }] : entriesOf(under(root, 'jobs'))
  let left: number = configurationLimits.maxSteps
  let isCut = parts.length > configurationLimits.maxJobs
  const jobs = parts.slice(0, configurationLimits.maxJobs).map(({ key, value }) => {
    const job = jobOf(key, value, left)
    isCut ||= itemsOf(under(value, 'steps')).length > left
    left -= job.steps.length
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
  const found = under(value, key)
  return found?.kind === 'scalar' ? found : undefined
}

/** Events that strangers start, and whose run has the secrets and the token of the repository nevertheless. */
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

/** Those of a workflow's triggers that give strangers a run with rights. */
export const privilegedOf = ({ triggers }: Workflow): string[] =>
  [...triggers].filter((trigger) => privilegedTriggers.has(trigger))

/**
 * Names of the secrets that a part of a workflow uses, each with the place of its first use, without the token of the
 * run.
 */
export function secretsIn(
  value: Value,
): { readonly name: string; readonly scalar: ScalarValue; readonly text: string }[] {
  const found = new Map<string, { name: string; scalar: ScalarValue; text: string }>()
  for (const { scalar } of scalarsIn(value)) {
    if (!scalar.text.includes('secrets')) continue
    for (const [text, name = ''] of scalar.text.matchAll(/\bsecrets(?:\.|\[')([A-Za-z_]\w{0,100})/g)) {
      if (name.toUpperCase() !== 'GITHUB_TOKEN' && !found.has(name)) found.set(name, { name, scalar, text })
    }
  }
  return [...found.values()]
}
