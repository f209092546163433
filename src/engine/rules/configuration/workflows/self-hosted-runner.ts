import { exampleFiles } from '../../example-files.ts'
import type { WordyConfigurationRule } from '../../remark.ts'
import { itemsOf, textOf, under } from '../../../inventory/settings-files/value.ts'
import { workflowOf } from './workflow.ts'

const of = (on: string, runsOn: string) =>
  exampleFiles({
    '.github/workflows/test.yml':
      `on: ${on}\npermissions: {}\njobs:\n  test:\n` + `    runs-on: ${runsOn}\n    steps:\n      - run: npm test`,
  })

export const selfHostedRunner: WordyConfigurationRule = {
  document: {
    id: 'self-hosted-runner',
    title: "Pull requests run on machines of one's own",
    category: 'configuration',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-829'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: [],
    what: 'A job that pull requests start runs on a self-hosted runner.',
    why:
      'In a public repository anybody opens pull requests, and their code stays on the machine that ran it: ' +
      'it sees the network around it and the jobs that come after.',
    remediation:
      'Run pull requests on machines of GitHub, or on runners that are made for one job and thrown away, in ' +
      'a network of their own.',
    examples: {
      bad: [of('pull_request', 'self-hosted'), of('[push, pull_request]', '[self-hosted, linux, x64]')],
      good: [of('pull_request', 'ubuntu-24.04'), of('push', 'self-hosted')],
    },
  },
  kinds: ['workflow'],
  *find(file) {
    const { triggers, jobs } = workflowOf(file)
    if (!['pull_request', 'pull_request_target', 'issue_comment'].some((trigger) => triggers.has(trigger))) return
    for (const { id, value } of jobs) {
      const runsOn = under(value, 'runs-on')
      const label = [...itemsOf(runsOn), ...itemsOf(under(runsOn, 'labels'))].find(
        (item) => textOf(item) === 'self-hosted',
      )
      if (label)
        yield {
          title: `The job ${id} runs pull requests on a self-hosted runner`,
          message:
            `Pull requests start the job ${id} of ${file.path} on a self-hosted runner. Where the repository ` +
            "is public, anybody's code runs there.",
          subject: id,
          at: file.placeAt(label.offset),
        }
    }
  },
}
