import { exampleFiles } from '../../example-files.ts'
import { displayLine } from '../../display-text.ts'
import type { WordyConfigurationRule, Remark } from '../../remark.ts'
import type { SettingsFile } from '../settings-file.ts'
import { scalarsIn, textOf, under } from '../../../inventory/settings-files/value.ts'
import { expressionsIn } from './expressions.ts'
import { runningAfter, untrustedCheckout } from './untrusted-checkout.ts'
import { type Job, privilegedOf, secretsIn, type Workflow, workflowOf } from './workflow.ts'

export const workflowSecretsToForks: WordyConfigurationRule = {
  document: {
    id: 'workflow-secrets-to-forks',
    title: 'Secrets of a repository get to code that others decide',
    category: 'configuration',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-522', 'CWE-829'],
    owaspMcp: ['MCP01:2025', 'MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A job hands a secret to a run that executes the code of a pull request, hands over all secrets at once ' +
      '(`toJSON(secrets)`), or lets a workflow of somebody else inherit them all.',
    why:
      'Whoever decides the code that runs beside a secret reads it. All secrets at once are more than any ' +
      'step needs.',
    remediation:
      'Name each secret in the one step that needs it, and let none into a job that runs the code of a pull request.',
    examples: {
      bad: [
        exampleFiles({
          '.github/workflows/dump.yml':
            'on: push\npermissions: {}\njobs:\n  call:\n    runs-on: ubuntu-24.04\n    steps:\n      - ' +
            'env:\n          ALL: ${{ toJSON(secrets) }}\n        run: ./deploy.sh',
        }),
        exampleFiles({
          '.github/workflows/shared.yml':
            'on: pull_request_target\npermissions: {}\njobs:\n  build:\n    uses: ' +
            'acme/workflows/.github/workflows/build.yml@8f4b7f84864484a7bf31766abe9204da3cbe65b3\n    ' +
            'secrets: inherit',
        }),
      ],
      good: [
        exampleFiles({
          '.github/workflows/publish.yml':
            'on: push\npermissions: {}\njobs:\n  publish:\n    runs-on: ubuntu-24.04\n    steps:\n      - ' +
            'env:\n          NODE_AUTH_TOKEN: ${{ secrets.NPM_TOKEN }}\n        run: npm publish',
        }),
        exampleFiles({
          '.github/workflows/shared.yml':
            'on: push\npermissions: {}\njobs:\n  build:\n    uses: ./.github/workflows/build.yml\n    secrets: inherit',
        }),
      ],
    },
  },
  kinds: ['workflow'],
  *find(file) {
    const workflow = workflowOf(file)
    for (const job of workflow.jobs) {
      yield* besideStrangersCode(file, workflow, job)
      yield* allAtOnce(file, job)
      yield* inherited(file, workflow, job)
    }
  },
}

function* besideStrangersCode(file: SettingsFile, workflow: Workflow, job: Job): Generator<Remark> {
  const found = untrustedCheckout(workflow, job)
  const [secret] = found && runningAfter(job, found) ? secretsIn(job.value) : []
  if (secret)
    yield {
      title: `The secret ${secret.name} stands beside the code of strangers in ${file.path}`,
      message:
        `The job ${job.id} runs what a pull request has and uses the secret ${secret.name}: whoever opens the ` +
        'pull request can read it.',
      subject: `${job.id} ${secret.name}`,
      at: file.placeAt(file.offsetOf(secret.text, secret.scalar.offset)),
    }
}

function* allAtOnce(file: SettingsFile, job: Job): Generator<Remark> {
  for (const { scalar } of scalarsIn(job.value)) {
    const all = expressionsIn(scalar.text).find(({ inner }) => /\btojson\(\s{0,9}secrets\s{0,9}\)/i.test(inner))
    if (all)
      yield {
        title: `All secrets are handed over at once in ${file.path}`,
        message:
          `The job ${job.id} takes all secrets of the repository as one text: every step that sees it has ` +
          'each of them, and masking of logs no longer knows them.',
        subject: `${job.id} toJSON`,
        at: file.placeAt(file.offsetOf(all.text, scalar.offset)),
      }
  }
}

function* inherited(file: SettingsFile, workflow: Workflow, { id, uses, value }: Job): Generator<Remark> {
  const secrets = under(value, 'secrets')
  const privileged = privilegedOf(workflow)
  const isOthers = uses !== undefined && !uses.text.startsWith('./')
  if (textOf(secrets) !== 'inherit' || !secrets || !uses || !(isOthers || privileged.length > 0)) return
  yield {
    title: `${shownName(uses.text)} inherits all secrets in ${file.path}`,
    message:
      `The job ${id} lets ${shownName(uses.text)}${isOthers ? ', a workflow of another repository,' : ''} ` +
      'have every secret of this ' +
      `one${privileged.length > 0 ? `, on ${privileged.join(' and ')}, which strangers start` : ''}.`,
    subject: `${id} inherit`,
    at: file.placeAt(secrets.offset),
    severity: privileged.length > 0 ? 'medium' : 'low',
  }
}

const shownName = (text: string): string => displayLine(text, 120)
