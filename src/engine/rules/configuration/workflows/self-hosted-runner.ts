import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import { itemsOf, textOf, under } from '../../../inventory/settings-files/value.ts'
import { workflowOf } from './workflow.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'

const of = (on: string, runsOn: string) =>
  exampleFiles({
    '.github/workflows/test.yml':
      `on: ${on}\npermissions: {}\njobs:\n  test:\n` + `    runs-on: ${runsOn}\n    steps:\n      - run: npm test`,
  })

export const selfHostedRunner = defineConfigurationRule({
  document: {
    id: 'self-hosted-runner',
    title: 'Self-hosted runner: untrusted users can start jobs on your own machine',
    category: 'configuration',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-829'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: [],
    what: 'A job triggered by pull requests or issue comments runs on a self-hosted runner.',
    why:
      'In a public repository, anyone can open a pull request. Code from a pull request can persist on the ' +
      'runner, reach the internal network, and tamper with later jobs.',
    remediation:
      'Run jobs for pull requests on GitHub-hosted runners, or on single-use runners in an isolated network.',
    examples: {
      bad: [of('pull_request', 'self-hosted'), of('[push, pull_request]', '[self-hosted, linux, x64]')],
      good: [of('pull_request', 'ubuntu-24.04'), of('push', 'self-hosted')],
    },
  },
  kinds: ['workflow'],
  arguments: z.object({ job: z.string(), trigger: z.string() }),
  describe: ({ job, trigger }, { location }) => ({
    title: `Self-hosted runner for job "${job}" in ${location?.path ?? 'a workflow'}`,
    message:
      `The event ${trigger} triggers the job "${job}" on a self-hosted runner. In a public repository, untrusted ` +
      'users can trigger this job on the runner.',
  }),
  *find(file) {
    const { triggers, jobs } = workflowOf(file)
    const trigger = ['pull_request', 'pull_request_target', 'issue_comment'].find((event) => triggers.has(event))
    if (trigger === undefined) return
    for (const { id, value } of jobs) {
      const runsOn = under(value, 'runs-on')
      const label = [...itemsOf(runsOn), ...itemsOf(under(runsOn, 'labels'))].find(
        (item) => textOf(item) === 'self-hosted',
      )
      if (label) yield { arguments: { job: id, trigger }, subject: id, at: file.placeAt(label.offset) }
    }
  },
})
