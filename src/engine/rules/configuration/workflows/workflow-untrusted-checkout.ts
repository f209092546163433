import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import { runningAfter, untrustedCheckout } from './untrusted-checkout.ts'
import { privilegedTriggersOf, workflowOf } from './workflow.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'

const checkout = 'actions/checkout@8f4b7f84864484a7bf31766abe9204da3cbe65b3'

export const workflowUntrustedCheckout = defineConfigurationRule({
  document: {
    id: 'workflow-untrusted-checkout',
    title: 'Untrusted checkout (pwn request): a privileged workflow runs the code of pull requests',
    category: 'configuration',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-829', 'CWE-94'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A workflow that `pull_request_target`, `workflow_run`, or `issue_comment` starts checks out the head of a ' +
      'pull request. Jobs with a condition that excludes forks are left out. A job without a step that runs the code ' +
      'is reported as medium.',
    why:
      'These events run with the token and secrets of the repository. An installation, build, or test of the fetched ' +
      'code gives a pull request access to both.',
    remediation:
      'Build and test pull requests on `pull_request`, which has neither for forks. Move privileged steps to a ' +
      'second workflow that reads the result as data and checks nothing out.',
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
    /** Whether a step runs the fetched code. */
    isRun: z.boolean(),
    /** Whether a label or an environment must allow the run. */
    isGated: z.boolean(),
  }),
  describe: ({ job, triggers, isRun, isGated }, { location }) => ({
    title: `Untrusted checkout of job "${job}" in ${location?.path ?? 'a workflow'}`,
    message:
      `On ${triggers.join(' and ')}, the job "${job}" checks out the code of a pull request. ` +
      (isRun
        ? 'A step runs this code with the token and secrets of the repository.'
        : 'Assay found no step that runs this code.') +
      (isGated ? ' A label or environment can gate the run, but commits after the approval may run too.' : ''),
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
