import { exampleFiles } from '../../example-files.ts'
import type { WordyConfigurationRule, Remark } from '../../remark.ts'
import type { SettingsFile } from '../settings-file.ts'
import { entriesOf, type Entry, scalarsIn, textOf } from '../../../inventory/settings-files/value.ts'
import { type Job, privilegedOf, type Workflow, workflowOf } from './workflow.ts'

export const broadWorkflowPermissions: WordyConfigurationRule = {
  document: {
    id: 'broad-workflow-permissions',
    title: 'The token of a workflow may do more than it needs',
    category: 'configuration',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-250', 'CWE-732'],
    owaspMcp: ['MCP02:2025', 'MCP04:2025'],
    safeMcp: [],
    what:
      'A workflow or a job has `permissions: write-all` or the right to write nearly everything; or it sets ' +
      'no permissions although strangers can start it or it writes with its token, so that the settings of ' +
      'the repository decide.',
    why:
      'Every action of the job has the token. One that was taken over, or a script that a stranger got into, ' +
      'pushes code and publishes releases with it.',
    remediation: 'Begin the workflow with `permissions: {}` or `contents: read`, and give each job what it needs.',
    examples: {
      bad: [
        exampleFiles({
          '.github/workflows/release.yml':
            'on: push\npermissions: write-all\njobs:\n  release:\n    runs-on: ubuntu-24.04\n    steps:\n   ' +
            '   - run: ./release.sh',
        }),
        exampleFiles({
          '.github/workflows/test.yml':
            'on: push\npermissions:\n  actions: write\n  contents: write\n  packages: write\n  ' +
            'pull-requests: write\n  issues: write\njobs:\n  test:\n    runs-on: ubuntu-24.04\n    steps:\n ' +
            '     - run: npm test',
        }),
      ],
      good: [
        exampleFiles({
          '.github/workflows/release.yml':
            'on: push\npermissions:\n  contents: read\njobs:\n  release:\n    permissions:\n      contents: ' +
            'write\n      id-token: write\n    runs-on: ubuntu-24.04\n    steps:\n      - run: ./release.sh',
        }),
        exampleFiles({
          '.github/workflows/test.yml':
            'on: pull_request\njobs:\n  test:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: npm test',
        }),
      ],
    },
  },
  kinds: ['workflow'],
  *find(file) {
    const workflow = workflowOf(file)
    const scopes: (readonly [string, Entry | undefined])[] = [
      ['The workflow', workflow.permissions],
      ...workflow.jobs.map((job): [string, Entry | undefined] => [`The job ${job.id}`, job.permissions]),
    ]
    for (const [who, permissions] of scopes) if (permissions) yield* broad(file, who, permissions)
    const unsaid =
      workflow.permissions === undefined
        ? workflow.jobs.filter(({ permissions, uses }) => permissions === undefined && uses === undefined)
        : []
    const reason = unsaid.map((job) => reasonToSay(workflow, job)).find((found) => found !== undefined)
    if (reason !== undefined)
      yield {
        title: `No permissions are set in ${file.path}`,
        message:
          `${file.path} sets no permissions for its token although ${reason}: what the token may do is ` +
          "whatever the repository's settings say.",
        subject: 'none',
        at: file.placeAt(placeOfJobs(file)),
        severity: 'low',
      }
  },
}

/** Scopes that may write, from which on they are nearly everything. */
const manyScopes = 5

function* broad(file: SettingsFile, who: string, { offset, value }: Entry): Generator<Remark> {
  const writes = entriesOf(value).filter((entry) => textOf(entry.value) === 'write')
  const isAll = textOf(value) === 'write-all'
  if (!isAll && writes.length < manyScopes) return
  yield {
    title: `${who} may write ${isAll ? 'everything' : `${writes.length} kinds of things`} in ${file.path}`,
    message: `${who} gives its token ${
      isAll
        ? '`write-all`'
        : `the right to write ${writes
            .map(({ key }) => key)
            .slice(0, 12)
            .join(', ')}`
    }: each action and each script of it can use all that.`,
    subject: who,
    at: file.placeAt(offset),
    severity: isAll ? 'medium' : 'low',
  }
}

const writingCommand = new RegExp(
  String.raw`\bgit\s{1,4}push\b|\bgh\s{1,4}(?:release|pr)\s{1,4}(?:create|upload|merge|edit)\b|` +
    String.raw`softprops\/action-gh-release|peaceiris\/actions-gh-pages|stefanzweifel\/git-auto-commit`,
  'i',
)

function reasonToSay(workflow: Workflow, { value }: Job): string | undefined {
  const [privileged] = privilegedOf(workflow)
  if (privileged !== undefined) return `strangers can start it (${privileged})`
  for (const { scalar } of scalarsIn(value)) if (writingCommand.test(scalar.text)) return 'it writes with it'
  return undefined
}

function placeOfJobs({ text }: SettingsFile): number {
  return Math.max(text.search(/^["']?jobs["']?\s*:/m), 0)
}
