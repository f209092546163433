import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import { runningAfter, untrustedCheckout } from './untrusted-checkout.ts'
import { privilegedTriggersOf, workflowOf } from './workflow.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'

const checkout = 'actions/checkout@8f4b7f84864484a7bf31766abe9204da3cbe65b3'

export const workflowUntrustedCheckout = defineConfigurationRule({
  document: {
    id: 'workflow-untrusted-checkout',
    title: 'Untrusted checkout (pwn request): a privileged workflow runs code from pull requests',
    category: 'configuration',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-829', 'CWE-94'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A workflow triggered by `pull_request_target`, `workflow_run`, or `issue_comment` checks out the head of a ' +
      'pull request. Jobs with a condition that excludes forks are not reported. The severity is medium if no step ' +
      'runs the code, or if the job requires a label or an environment.',
    why:
      "Workflows for these events run with the repository's token and secrets. If a job installs, builds, or tests " +
      'the fetched code, that code can access the token and the secrets.',
    remediation:
      'Use the `pull_request` event to build and test pull requests. For pull requests from forks, this event ' +
      'provides no secrets and only a read-only token. Move privileged steps to a second workflow that treats the ' +
      'results as data and does not check out code.',
    examples: {
      bad: [
        exampleFiles({
          '.github/workflows/preview.yml':
            `on: pull_request_target\npermissions:\n  contents: read\njobs:\n  preview:\n    runs-on: ` +
            `ubuntu-24.04\n    steps:\n      - uses: ${checkout}\n        with:\n          ref: \${{ ` +
            `github.event.pull_request.head.sha }}\n      - run: npm ci && npm run build`,
        }),
        exampleFiles({
          '.github/workflows/try.yml':
            'on: issue_comment\npermissions:\n  contents: read\njobs:\n  try:\n    if: ' +
            "contains(github.event.comment.body, '/try')\n    runs-on: ubuntu-24.04\n    steps:\n      - " +
            'run: |\n          gh pr checkout "$NUMBER"\n          make test',
        }),
      ],
      good: [
        exampleFiles({
          '.github/workflows/build.yml':
            `on: pull_request\npermissions:\n  contents: read\njobs:\n  build:\n    runs-on: ubuntu-24.04\n   ` +
            ` steps:\n      - uses: ${checkout}\n        with:\n          ref: \${{ ` +
            `github.event.pull_request.head.sha }}\n      - run: npm ci && npm test`,
        }),
        exampleFiles({
          '.github/workflows/label.yml':
            `on: pull_request_target\npermissions:\n  pull-requests: write\njobs:\n  label:\n    runs-on: ` +
            `ubuntu-24.04\n    steps:\n      - uses: ${checkout}\n      - run: node .github/label.js`,
        }),
        exampleFiles({
          '.github/workflows/preview.yml':
            `on: pull_request_target\npermissions:\n  contents: read\njobs:\n  preview:\n    if: ` +
            `github.event.pull_request.head.repo.full_name == github.repository\n    runs-on: ubuntu-24.04\n  ` +
            `  steps:\n      - uses: ${checkout}\n        with:\n          ref: \${{ ` +
            `github.event.pull_request.head.sha }}\n      - run: npm ci`,
        }),
      ],
    },
  },
  kinds: ['workflow'],
  arguments: z.object({
    job: z.string(),
    triggers: z.array(z.string()),
    /** True if a step runs the fetched code. */
    isRun: z.boolean(),
    /** True if a label or an environment must approve the run. */
    isGated: z.boolean(),
  }),
  describe: ({ job, triggers, isRun, isGated }, { location }) => ({
    title: `Untrusted checkout in job "${job}" in ${location?.path ?? 'a workflow'}`,
    message:
      `On ${triggers.join(' and ')}, the job "${job}" checks out code from a pull request. ` +
      (isRun
        ? "A step runs this code with access to the repository's token and secrets."
        : 'Assay found no step that runs this code.') +
      (isGated
        ? ' A label or environment can gate the run, but commits that are pushed after the approval may also run.'
        : ''),
  }),
  *find(file) {
    const workflow = workflowOf(file)
    for (const job of workflow.jobs) {
      const checkout = untrustedCheckout(workflow, job)
      if (!checkout) continue
      const isRun = runningAfter(job, checkout) !== undefined
      const isGated =
        /labels|environment/i.test(job.condition) ||
        (job.value.kind === 'mapping' && job.value.entries.some(({ key }) => key === 'environment'))
      yield {
        arguments: { job: job.id, triggers: privilegedTriggersOf(workflow), isRun, isGated },
        subject: job.id,
        at: file.placeAt(file.offsetOf(checkout.text, checkout.value.offset)),
        severity: isRun && !isGated ? 'high' : 'medium',
      }
    }
  },
})
