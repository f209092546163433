import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import type { RuleMatch } from '../../rule-match.ts'
import type { SettingsFile } from '../settings-file.ts'
import { textOf, under } from '../../../inventory/settings-files/value.ts'
import { composeServices, placeInCompose } from './compose-services.ts'
import { readDockerfile } from '../../../inventory/settings-files/dockerfile.ts'
import { imageReference, isMovable } from './image-reference.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'

const of = (from: string) => exampleFiles({ Dockerfile: `${from}\nUSER 1000\nCMD ["node", "server.js"]` })

const ImageArguments = z.object({ image: z.string(), tag: z.string().optional() })
type ImageMatch = RuleMatch & { readonly arguments: z.infer<typeof ImageArguments> }

export const dockerUnpinnedBase = defineConfigurationRule({
  document: {
    id: 'docker-unpinned-base',
    title: 'Unpinned image: a build or service uses a mutable image tag',
    category: 'configuration',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-1357', 'CWE-494'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A Dockerfile or Compose file references an image without a tag, or with a tag that moves between ' +
      'releases, such as `latest`. Images with a digest or a version tag are not reported.',
    why:
      'Two builds of the same commit can contain different software. An attacker who can move the tag to another ' +
      'image controls the next build.',
    remediation: 'Pin a version, or preferably a digest: `FROM node:24.1.0-slim@sha256:…`.',
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
  arguments: ImageArguments,
  describe({ image, tag }, { location }) {
    const path = location?.path ?? 'the file'
    const version = tag === undefined ? 'without a tag, which means `latest`' : `with the tag "${tag}"`
    return {
      title: `Unpinned image "${image}" in ${path}`,
      message: `${path} uses the image ${image} ${version}. The image can change even if this repository does not.`,
    }
  },
  *find(file) {
    if (file.kind === 'compose') yield* imagesOfServices(file)
    else yield* imagesOfStages(file)
  },
})

function* imagesOfStages(file: SettingsFile): Generator<ImageMatch> {
  const { stages, instructions } = readDockerfile(file.text)
  const aliases = new Set(stages.flatMap(({ alias }) => alias ?? []))
  for (const { from, base } of stages) {
    const match = imageMatch(base, aliases)
    if (match) yield { ...match, at: file.placeOfLine(from.line) }
  }
  for (const { name, flags, line } of instructions) {
    const image = name === 'COPY' ? flags.find((flag) => flag.startsWith('--from='))?.slice(7) : undefined
    // A number refers to a stage by index.
    const match = image === undefined || /^\d+$/.test(image) ? undefined : imageMatch(image, aliases)
    if (match) yield { ...match, at: file.placeOfLine(line) }
  }
}

function* imagesOfServices(file: SettingsFile): Generator<ImageMatch> {
  for (const { value: service } of composeServices(file)) {
    const image = under(service, 'image')
    // A service with a `build` key can use any name for its image.
    const match = under(service, 'build') ? undefined : imageMatch(textOf(image) ?? '', new Set())
    if (image && match) yield { ...match, at: placeInCompose(file, image.offset) }
  }
}

function imageMatch(image: string, aliases: ReadonlySet<string>): ImageMatch | undefined {
  const reference = image === 'scratch' || aliases.has(image.toLowerCase()) ? undefined : imageReference(image)
  if (!reference || !isMovable(reference)) return undefined
  const { name, tag } = reference
  return { arguments: { image: name, ...(tag !== undefined && { tag }) }, subject: image.slice(0, 300) }
}
