import type { NotAnalyzedItem } from '../../model/not-analyzed.ts'
import { Lines } from '../../model/lines.ts'
import { readDockerfile } from '../settings-files/dockerfile.ts'
import { readYaml } from '../settings-files/read-yaml.ts'
import { configurationLimits } from '../settings-files/settings-file-limits.ts'
import { entriesOf, textOf, under } from '../settings-files/value.ts'

/** Returns the images that a Dockerfile's stages build on or copy from. Runs in linear time. */
export function imagesOfDockerfile(path: string, text: string): NotAnalyzedItem[] {
  const { stages, instructions } = readDockerfile(text)
  const aliases = new Set(stages.flatMap(({ alias }) => alias ?? []))
  const copied = instructions.flatMap(({ name, flags, line }) => {
    const image =
      name === 'COPY' ? flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length) : undefined
    // A number refers to an earlier stage by its index.
    return image === undefined || /^\d+$/.test(image) ? [] : [{ image, line }]
  })
  return [...stages.map(({ base, from }) => ({ image: base, line: from.line })), ...copied].flatMap(
    ({ image, line }): NotAnalyzedItem[] =>
      image === 'scratch' || image === '' || aliases.has(image.toLowerCase())
        ? []
        : [{ kind: 'container-image', path, line, name: image }],
  )
}

/** Returns the images that a Compose file's services run without building them. Runs in linear time. */
export function imagesOfCompose(path: string, text: string): NotAnalyzedItem[] {
  const lines = new Lines(text)
  const services = entriesOf(under(readYaml(text).value, 'services')).slice(0, configurationLimits.maxServices)
  return services.flatMap(({ value }): NotAnalyzedItem[] => {
    const image = under(value, 'image')
    const name = textOf(image)
    if (image === undefined || name === undefined || name === '' || under(value, 'build') !== undefined) return []
    return [{ kind: 'container-image', path, line: lines.lineAt(image.offset), name }]
  })
}
