import type { ScannedTool } from '../../../../engine/model/scanned-tool.ts'
import { type Asked, mapAsked } from '../asked.ts'
import { type Judged, type Signal, signalOf, type Subject } from '../signal.ts'

/** A README that says something, in bytes. */
const substantialBytes = 1_500
/** A description shorter than that repeats the name. */
const minDescription = 20

const factsOf = ({ project }: Subject) => mapAsked(project, ({ facts }) => facts)

/** The tools that a scan found; prompts and resources have fewer words to be chosen by. */
const toolsOf = ({ project }: Subject): Asked<readonly ScannedTool[] | null> =>
  mapAsked(project, ({ tools }) => tools && tools.filter(({ kind }) => kind === 'tool'))

/** The share of things for which something holds, or why there is none. */
function shareOf<Thing>(
  things: readonly Thing[] | undefined,
  holds: (thing: Thing) => boolean,
  none: string,
): Judged | string {
  if (things === undefined || things.length === 0) return none
  const count = things.filter(holds).length
  return { value: { of: things.length, have: count }, score: (100 * count) / things.length }
}

const noTools = 'The scan found no tools in its code.'
const noParameters = 'No tool that the scan found has parameters.'

export const readme: Signal = signalOf({
  id: 'readme',
  area: 'documentation',
  title: 'Parts of the README',
  description:
    'A README earns 40 points, its parts 15 each: how to install it, how to use it, how to configure it, and ' +
    `${substantialBytes.toLocaleString('en')} bytes or more.`,
  weight: 3,
  ask: factsOf,
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
  title: 'Tools with a description',
  description:
    `The share of its tools whose description has ${minDescription} characters or more: models choose by ` + 'them.',
  weight: 3,
  ask: toolsOf,
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
  title: 'Parameters with a description',
  description: 'The share of the parameters of its tools that are described.',
  weight: 2,
  ask: toolsOf,
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
  title: 'Parameters with a type',
  description: 'The share of the parameters of its tools whose schema names a type, or the values that they may have.',
  weight: 1,
  ask: toolsOf,
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
  description: 'A folder of examples, or examples in the README.',
  weight: 1,
  ask: factsOf,
  judge: ({ hasExamples, readme: file }) => ({
    value: hasExamples || file?.hasExamples === true,
    score: hasExamples || file?.hasExamples === true ? 100 : 0,
  }),
})

export const licence: Signal = signalOf({
  id: 'licence',
  area: 'documentation',
  title: 'Licence',
  description: 'A licence that the manifest names earns 70 points, its text beside that all; a text alone 60.',
  weight: 2,
  ask: factsOf,
  judge({ licence: name, hasLicenceFile }) {
    const isNamed = name !== undefined && !/^(?:unlicensed|none|see license in .*)$/i.test(name.trim())
    return {
      value: isNamed ? name : hasLicenceFile ? 'as a text' : '',
      score: isNamed ? (hasLicenceFile ? 100 : 70) : hasLicenceFile ? 60 : 0,
    }
  },
})

export const changelog: Signal = signalOf({
  id: 'changelog',
  area: 'documentation',
  title: 'Changelog',
  description: 'A file that tells what changed from version to version.',
  weight: 1,
  ask: factsOf,
  judge: ({ hasChangelog }) => ({ value: hasChangelog, score: hasChangelog ? 100 : 0 }),
})
