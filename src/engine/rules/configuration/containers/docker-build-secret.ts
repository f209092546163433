import { exampleFiles } from '../../example-files.ts'
import type { WordyConfigurationRule, Remark } from '../../remark.ts'
import { isSecretName, isSecretValue, maskedSetting, passwordInAddress } from '../secret-setting.ts'
import { exampleSecret } from '../example-secret.ts'
import type { SettingsFile } from '../settings-file.ts'
import { entriesOf, itemsOf, textOf, under } from '../../../inventory/settings-files/value.ts'
import { composeServices } from './compose-services.ts'
import { type Instruction, readDockerfile, shippedStages } from './dockerfile.ts'

const of = (instructions: string) => exampleFiles({ Dockerfile: `FROM node:24.1.0-slim\n${instructions}\nUSER node` })

export const dockerBuildSecret: WordyConfigurationRule = {
  document: {
    id: 'docker-build-secret',
    title: 'A secret becomes part of a container image',
    category: 'configuration',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-798', 'CWE-538'],
    owaspMcp: ['MCP01:2025'],
    safeMcp: ['SAFE-T1502'],
    what:
      'A Dockerfile sets a secret with `ENV` or `ARG`, or copies a file of secrets such as `.env` into the ' +
      'image; or a compose file holds the value of one. Variables, placeholders and stages of which only ' +
      'results are copied are left out.',
    why:
      'Everybody who may pull the image reads its variables, its history and every layer, also those in which ' +
      'a later instruction deleted the file.',
    remediation:
      'Hand secrets to a build with `RUN --mount=type=secret`, and to a container when it starts. Replace ' +
      'what is in an image that was pushed.',
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
  *find(file) {
    if (file.kind === 'compose') return yield* inCompose(file)
    const instructions = shippedStages(readDockerfile(file.text))
      .toReversed()
      .flatMap((stage) => stage.instructions)
    const used = new Set(
      instructions
        .filter(({ name }) => name === 'RUN')
        .flatMap(({ text }) => [...text.matchAll(/\$\{?(\w{1,100})/g)].map(([, name = '']) => name)),
    )
    for (const instruction of instructions) {
      if (instruction.name === 'ENV' || instruction.name === 'ARG') yield* named(file, instruction, used)
      if (instruction.name === 'COPY' || instruction.name === 'ADD') yield* copied(file, instruction)
    }
  },
}

function* named(file: SettingsFile, { name, text, line }: Instruction, used: ReadonlySet<string>): Generator<Remark> {
  for (const [key, value] of settingsIn(text)) {
    const secret = isSecretName(key) && isSecretValue(value) ? value : passwordInAddress(value)
    if (secret !== undefined) {
      yield {
        title: `${key} stands in ${file.path}`,
        message: `${file.path} sets ${key} with ${name}: its value is in the image, for everybody who may pull it.`,
        subject: key,
        at: file.placeOfLine(line, maskedSetting(`${name} ${key}`, secret)),
      }
    } else if (name === 'ARG' && value === '' && isSecretName(key) && !/public/i.test(key) && used.has(key)) {
      yield {
        title: `${key} is handed to the build in ${file.path}`,
        message:
          `${file.path} takes ${key} as an argument and uses it in a stage that is shipped: its value stands ` +
          'in the history of the image.',
        subject: key,
        at: file.placeOfLine(line),
        severity: 'low',
      }
    }
  }
}

/** `KEY=value OTHER="a b"`, and the old form `KEY value`. */
function settingsIn(text: string): [key: string, value: string][] {
  const old = /^([A-Za-z_]\w{0,100})\s+((?:[^=\s]|(?<=\s\s)=).*)$/.exec(text)
  if (old) return [[old[1] ?? '', old[2] ?? '']]
  const pairs = [
    ...text.matchAll(/(?:^|\s)([A-Za-z_]\w{0,100})(?:=(?:"([^"]{0,2000})"|'([^']{0,2000})'|(\S{0,2000})))?(?=\s|$)/g),
  ]
  return pairs.map(([, key = '', double, single, plain]) => [key, double ?? single ?? plain ?? ''])
}

/** Names of files that hold secrets and nothing else. */
const secretFile = new RegExp(
  String.raw`(?:^|\/)(?:\.env(?:\.(?:local|prod|production|staging|live|development\.local|` +
    String.raw`production\.local))?|\.npmrc|\.pypirc|\.netrc|\.git-credentials|` +
    String.raw`id_(?:rsa|ed25519|ecdsa|dsa)|[\w.-]+\.(?:pem|key|p12|pfx|jks)|credentials(?:\.json)?|` +
    String.raw`service[-_]?account[\w-]*\.json|\.aws(?:\/[\w.*-]*)?|\.ssh(?:\/[\w.*-]*)?|\.kube(?:\/config)?|` +
    String.raw`\.docker\/config\.json|secrets?\.(?:json|ya?ml|env|toml))$`,
  'i',
)

function* copied(file: SettingsFile, { name, text, flags, line }: Instruction): Generator<Remark> {
  if (flags.some((flag) => flag.startsWith('--from='))) return
  const words = text.startsWith('[')
    ? [...text.matchAll(/"([^"]{0,500})"/g)].map(([, word = '']) => word)
    : (text.split('\n')[0] ?? '').split(/\s+/)
  const source = words.slice(0, -1).find((word) => secretFile.test(word) && !/public|\.pub$|ca[-_.]|cert/i.test(word))
  if (source !== undefined)
    yield {
      title: `${source} is copied into the image of ${file.path}`,
      message:
        `${file.path} copies ${source} into the image with ${name}: everybody who may pull it reads the file, ` +
        'also where a later instruction deletes it.',
      subject: source,
      at: file.placeOfLine(line),
      severity: source.endsWith('.npmrc') ? 'low' : 'medium',
    }
}

function* inCompose(file: SettingsFile): Generator<Remark> {
  for (const { key: service, value } of composeServices(file)) {
    const environment = under(value, 'environment')
    const listed = itemsOf(environment)
      .map((item) => ({ offset: item.offset, pair: /^([^=]{1,100})=(.*)$/s.exec(textOf(item) ?? '') }))
      .map(({ offset, pair }) => ({ offset, key: pair?.[1] ?? '', text: pair?.[2] ?? '' }))
    const mapped = entriesOf(environment).map((entry) => ({
      offset: entry.offset,
      key: entry.key,
      text: textOf(entry.value) ?? '',
    }))
    for (const { offset, key, text } of [...listed, ...mapped]) {
      const secret = isSecretName(key) && isSecretValue(text) ? text : passwordInAddress(text)
      if (secret !== undefined)
        yield {
          title: `${key} of ${service} stands in ${file.path}`,
          message: `${file.path} holds the value of ${key} for the service ${service}: whoever has the file has it.`,
          subject: `${service} ${key}`,
          at: file.placeAt(offset, maskedSetting(key, secret, ': ')),
        }
    }
  }
}
