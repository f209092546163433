import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import type { RuleMatch } from '../../rule-match.ts'
import type { FindingFacts, RuleText } from '../../rule.ts'
import { isSecretName, isSecretValue, maskedSetting, passwordInAddress } from '../secret-setting.ts'
import { exampleSecret } from '../example-secret.ts'
import type { SettingsFile } from '../settings-file.ts'
import { entriesOf, itemsOf, textOf, under } from '../../../inventory/settings-files/value.ts'
import { composeServices } from './compose-services.ts'
import { type Instruction, readDockerfile, shippedStages } from '../../../inventory/settings-files/dockerfile.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'

const of = (instructions: string) => exampleFiles({ Dockerfile: `FROM node:24.1.0-slim\n${instructions}\nUSER node` })

const BuildSecretArguments = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('variable'), name: z.string(), instruction: z.enum(['ENV', 'ARG']) }),
  z.object({ kind: z.literal('build-argument'), name: z.string() }),
  z.object({ kind: z.literal('file'), file: z.string(), instruction: z.enum(['COPY', 'ADD']) }),
  z.object({ kind: z.literal('service'), name: z.string(), service: z.string() }),
])
type BuildSecretArguments = z.infer<typeof BuildSecretArguments>
type BuildSecretMatch = RuleMatch & { readonly arguments: BuildSecretArguments }

export const dockerBuildSecret = defineConfigurationRule({
  document: {
    id: 'docker-build-secret',
    title: 'Hard-coded credential in a container image: anyone who can pull the image can read it',
    category: 'configuration',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-798', 'CWE-538'],
    owaspMcp: ['MCP01:2025'],
    safeMcp: ['SAFE-T1502'],
    what:
      'A Dockerfile sets a secret with `ENV` or `ARG`, or copies a secret file such as `.env` into the image. ' +
      'Secret values in Compose files are also reported. The rule ignores variable references, placeholders, and ' +
      'secrets in build stages that are not part of the final image.',
    why:
      'Anyone who can pull the image can read its variables, history, and layers. Deleting a copied file in a later ' +
      'instruction does not remove it from the image layers.',
    remediation:
      'Pass build secrets with `RUN --mount=type=secret`, and pass runtime secrets when the container starts. In ' +
      'Compose files, replace secret values with variables. Revoke any secrets that you have already pushed or ' +
      'committed.',
    examples: {
      bad: [
        of(`ENV DATABASE_PASSWORD=${exampleSecret}`),
        of('COPY .env /app/.env'),
        of('ARG NPM_TOKEN\nRUN npm config set //registry.example/:_authToken=$NPM_TOKEN && npm ci'),
      ],
      good: [
        of('ENV NODE_ENV=production DATABASE_PASSWORD=""'),
        of('COPY .env.example /app/.env.example'),
        of('RUN --mount=type=secret,id=npm_token npm ci'),
        exampleFiles({
          Dockerfile:
            'FROM node:24.1.0 AS build\nARG NPM_TOKEN\nRUN npm ci\nFROM node:24.1.0-slim\nCOPY --from=build ' +
            '/app /app\nUSER node',
        }),
      ],
    },
  },
  kinds: ['dockerfile', 'compose'],
  arguments: BuildSecretArguments,
  describe,
  *find(file) {
    if (file.kind === 'compose') return yield* secretsInCompose(file)
    const instructions = shippedStages(readDockerfile(file.text))
      .toReversed()
      .flatMap((stage) => stage.instructions)
    const used = new Set(
      instructions
        .filter(({ name }) => name === 'RUN')
        .flatMap(({ text }) => [...text.matchAll(/\$\{?(\w{1,100})/g)].map(([, name = '']) => name)),
    )
    for (const instruction of instructions) {
      const { name } = instruction
      if (name === 'ENV' || name === 'ARG') yield* secretVariables(file, { ...instruction, name }, used)
      if (name === 'COPY' || name === 'ADD') yield* secretFiles(file, { ...instruction, name })
    }
  },
})

function describe(args: BuildSecretArguments, { location }: FindingFacts): RuleText {
  const path = location?.path ?? 'the Dockerfile'
  switch (args.kind) {
    case 'variable':
      return {
        title: `Hard-coded credential "${args.name}" in ${path}`,
        message:
          `${path} sets ${args.name} with ${args.instruction}. ` + 'Anyone who can pull the image can read the value.',
      }
    case 'build-argument':
      return {
        title: `Credential "${args.name}" as a build argument in ${path}`,
        message:
          `A build stage of the image uses the build argument ${args.name}. The value of this argument ` +
          'remains in the image history.',
      }
    case 'file':
      return {
        title: `Secret file "${args.file}" in the image built from ${path}`,
        message:
          `${path} copies ${args.file} into the image with ${args.instruction}. Anyone who can pull the image ` +
          'can read the file, even if a later instruction deletes it.',
      }
    case 'service':
      return {
        title: `Hard-coded credential "${args.name}" for service "${args.service}" in ${path}`,
        message:
          `${path} contains the value of ${args.name} for the service "${args.service}". Anyone with access to ` +
          'the file can read the credential.',
      }
  }
}

function* secretVariables(
  file: SettingsFile,
  { name: instruction, text, line }: Instruction & { readonly name: 'ENV' | 'ARG' },
  used: ReadonlySet<string>,
): Generator<BuildSecretMatch> {
  for (const [name, value] of settingsIn(text)) {
    const secret = isSecretName(name) && isSecretValue(value) ? value : passwordInAddress(value)
    if (secret !== undefined) {
      yield {
        arguments: { kind: 'variable', name, instruction },
        subject: name,
        at: file.placeOfLine(line, maskedSetting(`${instruction} ${name}`, secret)),
      }
    } else if (instruction === 'ARG' && value === '' && isSecretName(name) && !/public/i.test(name) && used.has(name)) {
      yield {
        arguments: { kind: 'build-argument', name },
        subject: name,
        at: file.placeOfLine(line),
        severity: 'low',
      }
    }
  }
}

/** Parses `KEY=value OTHER="a b"`, and the legacy form `KEY value`. */
function settingsIn(text: string): [key: string, value: string][] {
  const legacy = /^([A-Za-z_]\w{0,100})\s+((?:[^=\s]|(?<=\s\s)=).*)$/.exec(text)
  if (legacy) return [[legacy[1] ?? '', legacy[2] ?? '']]
  const pairs = [
    ...text.matchAll(/(?:^|\s)([A-Za-z_]\w{0,100})(?:=(?:"([^"]{0,2000})"|'([^']{0,2000})'|(\S{0,2000})))?(?=\s|$)/g),
  ]
  return pairs.map(([, key = '', double, single, plain]) => [key, double ?? single ?? plain ?? ''])
}

/** Names of files that hold nothing but secrets. */
const secretFile = new RegExp(
  String.raw`(?:^|\/)(?:\.env(?:\.(?:local|prod|production|staging|live|development\.local|` +
    String.raw`production\.local))?|\.npmrc|\.pypirc|\.netrc|\.git-credentials|` +
    String.raw`id_(?:rsa|ed25519|ecdsa|dsa)|[\w.-]+\.(?:pem|key|p12|pfx|jks)|credentials(?:\.json)?|` +
    String.raw`service[-_]?account[\w-]*\.json|\.aws(?:\/[\w.*-]*)?|\.ssh(?:\/[\w.*-]*)?|\.kube(?:\/config)?|` +
    String.raw`\.docker\/config\.json|secrets?\.(?:json|ya?ml|env|toml))$`,
  'i',
)

function* secretFiles(
  file: SettingsFile,
  { name: instruction, text, flags, line }: Instruction & { readonly name: 'COPY' | 'ADD' },
): Generator<BuildSecretMatch> {
  if (flags.some((flag) => flag.startsWith('--from='))) return
  const words = text.startsWith('[')
    ? [...text.matchAll(/"([^"]{0,500})"/g)].map(([, word = '']) => word)
    : (text.split('\n')[0] ?? '').split(/\s+/)
  const source = words.slice(0, -1).find((word) => secretFile.test(word) && !/public|\.pub$|ca[-_.]|cert/i.test(word))
  if (source !== undefined)
    yield {
      arguments: { kind: 'file', file: source, instruction },
      subject: source,
      at: file.placeOfLine(line),
      severity: source.endsWith('.npmrc') ? 'low' : 'medium',
    }
}

function* secretsInCompose(file: SettingsFile): Generator<BuildSecretMatch> {
  for (const { key: service, value } of composeServices(file)) {
    const environment = under(value, 'environment')
    const listed = itemsOf(environment)
      .map((item) => ({ offset: item.offset, pair: /^([^=]{1,100})=(.*)$/s.exec(textOf(item) ?? '') }))
      .map(({ offset, pair }) => ({ offset, name: pair?.[1] ?? '', text: pair?.[2] ?? '' }))
    const mapped = entriesOf(environment).map((entry) => ({
      offset: entry.offset,
      name: entry.key,
      text: textOf(entry.value) ?? '',
    }))
    for (const { offset, name, text } of [...listed, ...mapped]) {
      const secret = isSecretName(name) && isSecretValue(text) ? text : passwordInAddress(text)
      if (secret !== undefined)
        yield {
          arguments: { kind: 'service', name, service },
          subject: `${service} ${name}`,
          at: file.placeAt(offset, maskedSetting(name, secret, ': ')),
        }
    }
  }
}
