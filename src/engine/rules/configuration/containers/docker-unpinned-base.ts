import { exampleFiles } from '../../example-files.ts'
import type { WordyConfigurationRule, Remark } from '../../remark.ts'
import type { SettingsFile } from '../settings-file.ts'
import { textOf, under } from '../../../inventory/settings-files/value.ts'
import { composeServices, placeInCompose } from './compose-services.ts'
import { readDockerfile } from './dockerfile.ts'
import { imageReference, movingPart } from './image-reference.ts'

const of = (from: string) => exampleFiles({ Dockerfile: `${from}\nUSER 1000\nCMD ["node", "server.js"]` })

export const dockerUnpinnedBase: WordyConfigurationRule = {
  document: {
    id: 'docker-unpinned-base',
    title: 'A container is built from an image that changes under its name',
    category: 'configuration',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-1357', 'CWE-494'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A Dockerfile or a compose file names an image without a tag, or by one that moves from release to ' +
      'release, such as `latest`. Images by digest or by a tag of a version are left out.',
    why:
      'Two builds of the same commit bring different software, and what somebody pushes to that name tomorrow ' +
      'is in the next one unseen.',
    remediation: 'Name a version, or better the digest beside it: `FROM node:24.1.0-slim@sha256:…`.',
    examples: {
      bad: [
        of('FROM node'),
        of('FROM node:latest'),
        of('FROM node:24.1.0 AS build\nFROM build\nCOPY --from=registry.example/tools:latest /tool /tool'),
      ],
      good: [
        of('FROM node:24.1.0-slim'),
        of(`FROM node@sha256:${'0a1b2c3d'.repeat(8)}`),
        of('FROM node:24.1.0 AS build\nFROM build'),
        of('ARG VERSION=24.1.0\nFROM node:$VERSION'),
      ],
    },
  },
  kinds: ['dockerfile', 'compose'],
  *find(file) {
    if (file.kind === 'compose') yield* inCompose(file)
    else yield* inDockerfile(file)
  },
}

function* inDockerfile(file: SettingsFile): Generator<Remark> {
  const { stages, instructions } = readDockerfile(file.text)
  const aliases = new Set(stages.flatMap(({ alias }) => alias ?? []))
  for (const { from, base } of stages) {
    const remark = moving(file, base, aliases)
    if (remark) yield { ...remark, at: file.placeOfLine(from.line) }
  }
  for (const { name, flags, line } of instructions) {
    const image = name === 'COPY' ? flags.find((flag) => flag.startsWith('--from='))?.slice(7) : undefined
    // A number names a stage.
    const remark = image === undefined || /^\d+$/.test(image) ? undefined : moving(file, image, aliases)
    if (remark) yield { ...remark, at: file.placeOfLine(line) }
  }
}

function* inCompose(file: SettingsFile): Generator<Remark> {
  for (const { value: service } of composeServices(file)) {
    const image = under(service, 'image')
    // What is built here has any name.
    const remark = under(service, 'build') ? undefined : moving(file, textOf(image) ?? '', new Set())
    if (image && remark) yield { ...remark, at: placeInCompose(file, image.offset) }
  }
}

function moving(file: SettingsFile, image: string, aliases: ReadonlySet<string>): Remark | undefined {
  const reference = image === 'scratch' || aliases.has(image.toLowerCase()) ? undefined : imageReference(image)
  const part = reference && movingPart(reference)
  if (!reference || part === undefined) return undefined
  return {
    title: `${reference.name} has ${part} in ${file.path}`,
    message: `${file.path} takes the image ${reference.name} by ${part}: what that is changes without a change here.`,
    subject: image.slice(0, 300),
  }
}
