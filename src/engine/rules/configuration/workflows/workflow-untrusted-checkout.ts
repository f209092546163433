import { exampleFiles } from '../../example-files.ts'
import type { WordyConfigurationRule } from '../../remark.ts'
import { runningAfter, untrustedCheckout } from './untrusted-checkout.ts'
import { privilegedOf, workflowOf } from './workflow.ts'

const checkout = 'actions/checkout@8f4b7f84864484a7bf31766abe9204da3cbe65b3'

export const workflowUntrustedCheckout: WordyConfigurationRule = {
  document: {
    id: 'workflow-untrusted-checkout',
    title: 'A workflow with rights fetches the code of strangers',
    category: 'configuration',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-829', 'CWE-94'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A workflow that `pull_request_target`, `workflow_run` or `issue_comment` starts checks out the head of ' +
      'a pull request. Where a condition lets only branches of the repository or its own people through, it ' +
      'does not count; where nothing that was fetched is run, it counts for less.',
    why:
      'These events run with the token and the secrets of the repository. An installation, a build or a test ' +
      'of the fetched code runs what the pull request says, with them.',
    remediation:
      'Build and test pull requests on `pull_request`, which has neither. What needs rights, such as a ' +
      'comment with the result, goes into a second workflow that takes the result as data and checks ' +
      'nothing out.',
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
  *find(file) {
    const workflow = workflowOf(file)
    for (const job of workflow.jobs) {
      const found = untrustedCheckout(workflow, job)
      if (!found) continue
      const runs = runningAfter(job, found) !== undefined
      const isGated =
        /labels|environment/i.test(job.condition) ||
        (job.value.kind === 'mapping' && job.value.entries.some(({ key }) => key === 'environment'))
      yield {
        title: `The job ${job.id} fetches the code of strangers in ${file.path}`,
        message:
          `On ${privilegedOf(workflow).join(' and ')} the job ${job.id} checks out what a pull request ` +
          `has${
            runs ? ', and runs it with the token and the secrets of the repository' : '; that it runs it was not seen'
          }` +
          `.${isGated ? ' Somebody has to let it through first, and what is pushed after that may be run too.' : ''}`,
        subject: job.id,
        at: file.placeAt(file.offsetOf(found.text, found.place.offset)),
        severity: runs && !isGated ? 'high' : 'medium',
      }
    }
  },
}
