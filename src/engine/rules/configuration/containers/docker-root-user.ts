import { exampleFiles } from '../../example-files.ts'
import { displayLine } from '../../display-text.ts'
import type { WordyConfigurationRule, Remark } from '../../remark.ts'
import type { SettingsFile } from '../settings-file.ts'
import { entryOf, textOf } from '../../../inventory/settings-files/value.ts'
import { composeServices } from './compose-services.ts'
import { type Instruction, readDockerfile, shippedStages } from './dockerfile.ts'

const of = (text: string) => exampleFiles({ Dockerfile: text })

export const dockerRootUser: WordyConfigurationRule = {
  document: {
    id: 'docker-root-user',
    title: 'A container runs as root',
    category: 'configuration',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-250'],
    owaspMcp: ['MCP02:2025'],
    safeMcp: [],
    what:
      'The image of a Dockerfile that starts a program sets no user, or root as the last one, or a compose ' +
      'file starts it as root. Images whose base names a user other than root, and programs that put root ' +
      'away by themselves, are left out.',
    why:
      'Whoever gets into the program is root in the container: every file of it and of what is mounted there ' +
      'can be written, and flaws of the kernel are one step nearer.',
    remediation: 'Make a user and end with it: `USER node`, or `RUN useradd --system app` and `USER app`.',
    examples: {
      bad: [
        of('FROM node:24.1.0-slim\nCOPY . /app\nCMD ["node", "/app/server.js"]'),
        of('FROM node:24.1.0-slim\nUSER node\nRUN npm ci\nUSER root\nENTRYPOINT ["node", "server.js"]'),
      ],
      good: [
        of('FROM node:24.1.0-slim\nUSER node\nCMD ["node", "server.js"]'),
        of('FROM gcr.io/distroless/nodejs24-debian12:nonroot\nCMD ["server.js"]'),
        of('FROM node:24.1.0 AS build\nRUN npm ci\nFROM node:24.1.0-slim\nUSER 1000:1000\nCMD ["server.js"]'),
      ],
    },
  },
  kinds: ['dockerfile', 'compose'],
  *find(file) {
    if (file.kind === 'compose') return yield* inCompose(file)
    const stages = shippedStages(readDockerfile(file.text))
    const instructions = stages.toReversed().flatMap((stage) => stage.instructions)
    const start = instructions.findLast(({ name }) => name === 'ENTRYPOINT' || name === 'CMD')
    const base = stages.at(-1)?.base ?? ''
    if (
      !start ||
      instructions.some(dropsRoot) ||
      /nonroot|rootless|cgr\.dev\/chainguard|unprivileged|\bhardened\b/i.test(base)
    )
      return
    const user = instructions.findLast(({ name }) => name === 'USER')
    if (user && !isRoot(user)) return
    yield {
      title: `${file.path} ends as root`,
      message:
        `${file.path} starts its program ` +
        `${user ? `as the user \`${displayLine(user.text, 60)}\`` : 'without setting a user, which is root'}.`,
      subject: 'root',
      at: file.placeOfLine((user ?? stages[0]?.from ?? start).line),
    }
  },
}

function* inCompose(file: SettingsFile): Generator<Remark> {
  for (const { key, value } of composeServices(file)) {
    const user = entryOf(value, 'user')
    if (user && /^(?:root|0)(?::\w*)?$/i.test(textOf(user.value) ?? ''))
      yield {
        title: `${key} runs as root in ${file.path}`,
        message: `${file.path} starts the service ${key} as root, whatever user its image has.`,
        subject: `root ${key}`,
        at: file.placeAt(user.offset),
      }
  }
}

const isRoot = ({ text }: Instruction): boolean => /^["']?(?:root|0)["']?(?::["']?\w*["']?)?$/i.test(text.trim())

const dropsRoot = ({ text }: Instruction): boolean =>
  /\b(?:gosu|su-exec|setpriv|runuser|s6-setuidgid|chpst|tini-static-su)\b/.test(text)
