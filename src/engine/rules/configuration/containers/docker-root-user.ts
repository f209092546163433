import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import { displayLine } from '../../display-text.ts'
import type { RuleMatch } from '../../rule-match.ts'
import type { SettingsFile } from '../settings-file.ts'
import { entryOf, textOf } from '../../../inventory/settings-files/value.ts'
import { composeServices } from './compose-services.ts'
import { type Instruction, readDockerfile, shippedStages } from '../../../inventory/settings-files/dockerfile.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'

const of = (text: string) => exampleFiles({ Dockerfile: text })

const RootUserArguments = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no-user') }),
  z.object({ kind: z.literal('user'), user: z.string() }),
  z.object({ kind: z.literal('service'), service: z.string() }),
])
type RootUserMatch = RuleMatch & { readonly arguments: z.infer<typeof RootUserArguments> }

export const dockerRootUser = defineConfigurationRule({
  document: {
    id: 'docker-root-user',
    title: 'Unnecessary privileges: a container runs as root',
    category: 'configuration',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-250'],
    owaspMcp: ['MCP02:2025'],
    safeMcp: [],
    what:
      'A Dockerfile starts a program but has no `USER` instruction, or the last `USER` instruction sets the user to ' +
      'root. Compose services that run as root are also reported. An image is not reported if the name of its base ' +
      'image indicates a non-root user, or if a command drops root privileges.',
    why:
      'An attacker who takes over the program has root access in the container. The root user can write to any file ' +
      'in the container and its mounts, and can exploit more kernel vulnerabilities.',
    remediation:
      'Create a user and switch to it: `USER node`, or `RUN useradd --system app` and `USER app`. In a Compose ' +
      'file, set `user` to a user other than root.',
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
  arguments: RootUserArguments,
  describe(args, { location }) {
    const path = location?.path ?? 'the file'
    const consequence = 'An attacker who takes over the program has root access in the container.'
    switch (args.kind) {
      case 'no-user':
        return {
          title: `Unnecessary root privileges in ${path}`,
          message:
            `${path} has no \`USER\` instruction for the final image, so the program runs as root unless the base ` +
            `image sets another user. ${consequence}`,
        }
      case 'user':
        return {
          title: `Unnecessary root privileges in ${path}`,
          message: `${path} starts its program as the user "${args.user}". ${consequence}`,
        }
      case 'service':
        return {
          title: `Unnecessary root privileges for service "${args.service}" in ${path}`,
          message:
            `${path} starts the service "${args.service}" as root, regardless of the user that its image sets. ` +
            consequence,
        }
    }
  },
  *find(file) {
    if (file.kind === 'compose') return yield* rootServices(file)
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
      arguments: user ? { kind: 'user' as const, user: displayLine(user.text, 60) } : { kind: 'no-user' as const },
      subject: 'root',
      at: file.placeOfLine((user ?? stages[0]?.from ?? start).line),
    }
  },
})

function* rootServices(file: SettingsFile): Generator<RootUserMatch> {
  for (const { key: service, value } of composeServices(file)) {
    const user = entryOf(value, 'user')
    if (user && /^(?:root|0)(?::\w*)?$/i.test(textOf(user.value) ?? ''))
      yield {
        arguments: { kind: 'service', service },
        subject: `root ${service}`,
        at: file.placeAt(user.offset),
      }
  }
}

const isRoot = ({ text }: Instruction): boolean => /^["']?(?:root|0)["']?(?::["']?\w*["']?)?$/i.test(text.trim())

const dropsRoot = ({ text }: Instruction): boolean =>
  /\b(?:gosu|su-exec|setpriv|runuser|s6-setuidgid|chpst|tini-static-su)\b/.test(text)
