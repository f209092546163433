import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import type { RuleMatch } from '../../rule-match.ts'
import type { FindingFacts, RuleText } from '../../rule.ts'
import type { SettingsFile } from '../settings-file.ts'
import { entriesOf, type Entry, scalarsIn, textOf } from '../../../inventory/settings-files/value.ts'
import { type Job, privilegedTriggersOf, workflowOf } from './workflow.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'

const PermissionArguments = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('write-all'), job: z.string().optional() }),
  z.object({
    kind: z.literal('many-scopes'),
    job: z.string().optional(),
    scopes: z.array(z.string()),
    count: z.number(),
  }),
  z.object({
    kind: z.literal('no-permissions'),
    /** Event that lets untrusted users start the workflow. Absent if a job writes to the repository. */
    trigger: z.string().optional(),
  }),
])
type PermissionArguments = z.infer<typeof PermissionArguments>
type PermissionMatch = RuleMatch & { readonly arguments: PermissionArguments }

export const broadWorkflowPermissions = defineConfigurationRule({
  document: {
    id: 'broad-workflow-permissions',
    title: 'Excessive permissions: a workflow token has more access than it needs',
    category: 'configuration',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-250', 'CWE-732'],
    owaspMcp: ['MCP02:2025', 'MCP04:2025'],
    safeMcp: [],
    what:
      'A workflow or job has `permissions: write-all`, or write access to five or more scopes. Workflows that set ' +
      'no permissions are reported if they write to the repository, or if untrusted users can start them with ' +
      'events such as `issue_comment`.',
    why:
      'Every action in the job can use the token. A compromised action or an injected script can use the token ' +
      'to push code and publish releases.',
    remediation:
      'At the top of the workflow, set the permissions to `{}` or `contents: read`. Grant each job only the ' +
      'permissions that it needs.',
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
  arguments: PermissionArguments,
  describe,
  *find(file) {
    const workflow = workflowOf(file)
    const scopes: (readonly [Job | undefined, Entry | undefined])[] = [
      [undefined, workflow.permissions],
      ...workflow.jobs.map((job): [Job, Entry | undefined] => [job, job.permissions]),
    ]
    for (const [job, permissions] of scopes) if (permissions) yield* excessivePermissions(file, job?.id, permissions)
    const jobs =
      workflow.permissions === undefined
        ? workflow.jobs.filter(({ permissions, uses }) => permissions === undefined && uses === undefined)
        : []
    const [trigger] = privilegedTriggersOf(workflow)
    if (jobs.length === 0 || (trigger === undefined && !jobs.some(writesToRepository))) return
    yield {
      arguments: { kind: 'no-permissions' as const, ...(trigger !== undefined && { trigger }) },
      subject: 'none',
      at: file.placeAt(offsetOfJobs(file)),
      severity: 'low',
    }
  },
})

function describe(args: PermissionArguments, { location }: FindingFacts): RuleText {
  const path = location?.path ?? 'a workflow'
  if (args.kind === 'no-permissions')
    return {
      title: `Missing token permissions in ${path}`,
      message:
        `${path} sets no permissions for at least one job, so the repository settings determine what the job's token ` +
        'can access. ' +
        (args.trigger === undefined
          ? 'A workflow step writes to the repository.'
          : `Untrusted users can start the workflow with the event ${args.trigger}.`),
    }
  const owner = args.job === undefined ? 'The workflow' : `The job "${args.job}"`
  const access =
    args.kind === 'write-all'
      ? 'write access to all scopes (`write-all`)'
      : `write access to ${args.count} scopes: ${args.scopes.join(', ')}`
  return {
    title: `Excessive token permissions ${args.job === undefined ? 'in' : `for job "${args.job}" in`} ${path}`,
    message: `${owner} gives its token ${access}. Every action and script that receives the token has this access.`,
  }
}

/** Minimum number of scopes with write access that counts as excessive. */
const minExcessiveScopes = 5

/** Maximum number of scopes that a message lists. */
const maxListedScopes = 12

function* excessivePermissions(
  file: SettingsFile,
  job: string | undefined,
  { offset, value }: Entry,
): Generator<PermissionMatch> {
  const scopes = entriesOf(value).flatMap((entry) => (textOf(entry.value) === 'write' ? [entry.key] : []))
  const isAll = textOf(value) === 'write-all'
  if (!isAll && scopes.length < minExcessiveScopes) return
  yield {
    arguments: {
      ...(isAll
        ? { kind: 'write-all' }
        : { kind: 'many-scopes', scopes: scopes.slice(0, maxListedScopes), count: scopes.length }),
      ...(job !== undefined && { job }),
    },
    // Part of fingerprints. If the text changed, every stored finding would be reported as new.
    subject: job === undefined ? 'The workflow' : `The job ${job}`,
    at: file.placeAt(offset),
    severity: isAll ? 'medium' : 'low',
  }
}

const writingCommand = new RegExp(
  String.raw`\bgit\s{1,4}push\b|\bgh\s{1,4}(?:release|pr)\s{1,4}(?:create|upload|merge|edit)\b|` +
    String.raw`softprops\/action-gh-release|peaceiris\/actions-gh-pages|stefanzweifel\/git-auto-commit`,
  'i',
)

function writesToRepository({ value }: Job): boolean {
  for (const { scalar } of scalarsIn(value)) if (writingCommand.test(scalar.text)) return true
  return false
}

const offsetOfJobs = ({ text }: SettingsFile): number => Math.max(text.search(/^["']?jobs["']?\s*:/m), 0)
