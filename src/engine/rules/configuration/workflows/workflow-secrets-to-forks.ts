import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import { displayLine } from '../../display-text.ts'
import type { RuleMatch } from '../../rule-match.ts'
import type { FindingFacts, RuleText } from '../../rule.ts'
import type { SettingsFile } from '../settings-file.ts'
import { scalarsIn, textOf, under } from '../../../inventory/settings-files/value.ts'
import { expressionsIn } from './expressions.ts'
import { runningAfter, untrustedCheckout } from './untrusted-checkout.ts'
import { type Job, privilegedTriggersOf, secretsIn, type Workflow, workflowOf } from './workflow.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'

const ExposureArguments = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('untrusted-code'), job: z.string(), secret: z.string() }),
  z.object({ kind: z.literal('all-secrets'), job: z.string() }),
  z.object({
    kind: z.literal('inherited'),
    job: z.string(),
    workflow: z.string(),
    isExternal: z.boolean(),
    /** Events that let untrusted users start the workflow. */
    triggers: z.array(z.string()),
  }),
])
type ExposureArguments = z.infer<typeof ExposureArguments>
type ExposureMatch = RuleMatch & { readonly arguments: ExposureArguments }

export const workflowSecretsToForks = defineConfigurationRule({
  document: {
    id: 'workflow-secrets-to-forks',
    title: 'Secret exposure: a workflow exposes secrets to untrusted code',
    category: 'configuration',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-522', 'CWE-829'],
    owaspMcp: ['MCP01:2025', 'MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A job uses a secret and runs code from a pull request, or a job reads all secrets at once ' +
      '(`toJSON(secrets)`). Inherited secrets are reported if the called workflow is in another repository, or if ' +
      'untrusted users can start the run.',
    why:
      'Code in a job can read every secret that the job uses. No step needs access to all the secrets of a ' +
      'repository.',
    remediation:
      'Reference each secret only in the step that needs it. Instead of `secrets: inherit`, pass only the secrets ' +
      'that the called workflow needs. Do not use secrets in jobs that run code from pull requests.',
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
  arguments: ExposureArguments,
  describe,
  *find(file) {
    const workflow = workflowOf(file)
    for (const job of workflow.jobs) {
      yield* secretsNextToUntrustedCode(file, workflow, job)
      yield* allSecrets(file, job)
      yield* inheritedSecrets(file, workflow, job)
    }
  },
})

function describe(args: ExposureArguments, { location }: FindingFacts): RuleText {
  const path = location?.path ?? 'a workflow'
  switch (args.kind) {
    case 'untrusted-code':
      return {
        title: `Exposure of secret "${args.secret}" in ${path}`,
        message:
          `The job "${args.job}" runs code from a pull request and has access to the secret ${args.secret}. The ` +
          'author of the pull request can read the secret.',
      }
    case 'all-secrets':
      return {
        title: `Exposure of all secrets in ${path}`,
        message:
          `The job "${args.job}" reads all repository secrets as one string. Every step that receives this ` +
          'string can read all the secrets in it, and log masking might not recognize them.',
      }
    case 'inherited':
      return {
        title: `Exposure of inherited secrets in ${path}`,
        message:
          `The job "${args.job}" passes all repository secrets to the ` +
          `${args.isExternal ? 'external ' : ''}workflow ${args.workflow}. ` +
          (args.triggers.length > 0
            ? `Untrusted users can trigger the run with ${args.triggers.join(' and ')}.`
            : 'Code in the other repository can read each of them.'),
      }
  }
}

function* secretsNextToUntrustedCode(file: SettingsFile, workflow: Workflow, job: Job): Generator<ExposureMatch> {
  const checkout = untrustedCheckout(workflow, job)
  const [secret] = checkout && runningAfter(job, checkout) ? secretsIn(job.value) : []
  if (secret)
    yield {
      arguments: { kind: 'untrusted-code', job: job.id, secret: secret.name },
      subject: `${job.id} ${secret.name}`,
      at: file.placeAt(file.offsetOf(secret.text, secret.scalar.offset)),
    }
}

function* allSecrets(file: SettingsFile, job: Job): Generator<ExposureMatch> {
  for (const { scalar } of scalarsIn(job.value)) {
    const expression = expressionsIn(scalar.text).find(({ inner }) => /\btojson\(\s{0,9}secrets\s{0,9}\)/i.test(inner))
    if (expression)
      yield {
        arguments: { kind: 'all-secrets', job: job.id },
        subject: `${job.id} toJSON`,
        at: file.placeAt(file.offsetOf(expression.text, scalar.offset)),
      }
  }
}

function* inheritedSecrets(file: SettingsFile, workflow: Workflow, { id, uses, value }: Job): Generator<ExposureMatch> {
  const secrets = under(value, 'secrets')
  const triggers = privilegedTriggersOf(workflow)
  const isExternal = uses !== undefined && !uses.text.startsWith('./')
  if (textOf(secrets) !== 'inherit' || !secrets || !uses || !(isExternal || triggers.length > 0)) return
  yield {
    arguments: { kind: 'inherited', job: id, workflow: displayLine(uses.text, 120), isExternal, triggers },
    subject: `${id} inherit`,
    at: file.placeAt(secrets.offset),
    severity: triggers.length > 0 ? 'medium' : 'low',
  }
}
