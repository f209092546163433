import type { ScannedTool } from '../../../../engine/model/scanned-tool.ts'
import { type Fetched, mapFetched } from '../fetched.ts'
import { type Judged, type Signal, signalOf, type Subject } from '../signal.ts'

/** Minimum size of a detailed README in bytes. */
const substantialBytes = 1_500
/** Minimum length of a useful description. Shorter ones usually only repeat the tool name. */
const minDescription = 20

const factsOf = ({ project }: Subject) => mapFetched(project, ({ facts }) => facts)

/** Returns a scan's tools. Omits prompts and resources, which need less description. */
const toolsOf = ({ project }: Subject): Fetched<readonly ScannedTool[] | null> =>
  mapFetched(project, ({ tools }) => tools && tools.filter(({ kind }) => kind === 'tool'))

/** Returns the fraction of items that satisfy `holds`, or the reason `none` if there are no items. */
function shareOf<Item>(
  items: readonly Item[] | undefined,
  holds: (item: Item) => boolean,
  none: string,
): Judged | string {
  if (items === undefined || items.length === 0) return none
  const count = items.filter(holds).length
  return { value: { of: items.length, have: count }, score: (100 * count) / items.length }
}

const noTools = 'The scan found no tools in the code.'
const noParameters = 'The tools have no parameters.'

export const readme: Signal = signalOf({
  id: 'readme',
  area: 'documentation',
  title: 'README content',
  description:
    'A README earns 40 points. Instructions for installation, usage, and configuration earn 15 points each. A ' +
    `README of ${substantialBytes.toLocaleString('en')} bytes or more earns another 15 points.`,
  weight: 3,
  select: factsOf,
  judge({ readme: file }) {
    if (!file) return { value: [], score: 0 }
    const parts = [
      'readme',
      ...(file.hasInstall ? ['installation'] : []),
      ...(file.hasUsage ? ['usage'] : []),
      ...(file.hasConfiguration ? ['configuration'] : []),
      ...(file.bytes >= substantialBytes ? ['detail'] : []),
    ]
    return { value: parts, score: 40 + 15 * (parts.length - 1) }
  },
})

export const toolDescriptions: Signal = signalOf({
  id: 'tool-descriptions',
  area: 'documentation',
  title: 'Tools with descriptions',
  description:
    `Share of tools whose description has ${minDescription} characters or more. Models select tools by their ` +
    'descriptions.',
  weight: 3,
  select: toolsOf,
  judge: (tools) =>
    shareOf(
      tools ?? [],
      ({ description = '', isDynamic }) => description.trim().length >= minDescription || isDynamic === true,
      noTools,
    ),
})

export const parameterDescriptions: Signal = signalOf({
  id: 'parameter-descriptions',
  area: 'documentation',
  title: 'Parameters with descriptions',
  description: 'Share of tool parameters that have a description.',
  weight: 2,
  select: toolsOf,
  judge: (tools) =>
    shareOf(
      tools?.flatMap(({ parameters }) => parameters),
      ({ description = '', isDynamic }) => description.trim() !== '' || isDynamic === true,
      tools?.length ? noParameters : noTools,
    ),
})

export const parameterTypes: Signal = signalOf({
  id: 'parameter-types',
  area: 'documentation',
  title: 'Parameters with types',
  description: 'Share of tool parameters whose schema specifies a type or a list of allowed values.',
  weight: 1,
  select: toolsOf,
  judge: (tools) =>
    shareOf(
      tools?.flatMap(({ parameters }) => parameters),
      (parameter) => parameter.type !== undefined || parameter.enum !== undefined,
      tools?.length ? noParameters : noTools,
    ),
})

export const examples: Signal = signalOf({
  id: 'examples',
  area: 'documentation',
  title: 'Examples',
  description: 'Whether the project has an examples folder or examples in its README.',
  weight: 1,
  select: factsOf,
  judge: ({ hasExamples, readme: file }) => ({
    value: hasExamples || file?.hasExamples === true,
    score: hasExamples || file?.hasExamples === true ? 100 : 0,
  }),
})

export const licence: Signal = signalOf({
  id: 'licence',
  area: 'documentation',
  title: 'License',
  description:
    'A license in the manifest earns 70 points, or 100 points together with a license file. A license file alone ' +
    'earns 60 points.',
  weight: 2,
  select: factsOf,
  judge({ licence: name, hasLicenceFile }) {
    const isNamed = name !== undefined && !/^(?:unlicensed|none|see license in .*)$/i.test(name.trim())
    return {
      value: isNamed ? name : hasLicenceFile ? 'license file' : '',
      score: isNamed ? (hasLicenceFile ? 100 : 70) : hasLicenceFile ? 60 : 0,
    }
  },
})

export const changelog: Signal = signalOf({
  id: 'changelog',
  area: 'documentation',
  title: 'Changelog',
  description: 'Whether the project has a changelog file.',
  weight: 1,
  select: factsOf,
  judge: ({ hasChangelog }) => ({ value: hasChangelog, score: hasChangelog ? 100 : 0 }),
})
