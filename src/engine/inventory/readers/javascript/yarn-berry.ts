import type { DependencyReason } from '../../reasons/dependency-reasons.ts'
import { isObject } from '../../../sources/package-registries/npm-packument.ts'
import type { ManifestFile } from '../../manifest-reader.ts'
import { holdsBeside } from '../../read-beside.ts'
import { workOf } from '../../work-budget.ts'
import type { LockedEntry } from './locked-graph.ts'
import { foreignOrigin, isGit, isNpmVersion, splitDescriptor } from './npm-identity.ts'
import { textEntries } from './npm-project.ts'
import { yamlObject } from './structured-text.ts'
import { atLine } from '../../syntax/json-lines.ts'
import { linesOfYamlKeys } from '../../syntax/yaml-lines.ts'
import { answering, indexDescriptors, type YarnLock } from './yarn-descriptors.ts'

/** Workspace member, or the project itself (with an empty folder). */
export interface BerryMember {
  readonly folder: string
  readonly name: string
  /** Dependencies, including development dependencies. */
  readonly dependencies: ReadonlyMap<string, string>
}

/** Returns the entries in a `yarn.lock` from yarn 2 or newer. */
export function entriesOfBerry(file: ManifestFile): YarnLock & { readonly members: readonly BerryMember[] } {
  const { ['__metadata']: _metadata, ...blocks } = yamlObject(file.text, workOf(file))
  const lines = linesOfYamlKeys(file.text, workOf(file))
  const all = Object.entries(blocks).map(([descriptors, block]) => ({
    line: lines.get(descriptors),
    descriptors: descriptors.split(', '),
    block: isObject(block) ? block : undefined,
  }))
  const index = indexDescriptors(all.map(({ descriptors }) => descriptors))
  const entries: LockedEntry[] = []
  const members: BerryMember[] = []
  for (const {
    descriptors: [key = ''],
    block,
    line,
  } of all) {
    const place = atLine(line)
    const asked = splitDescriptor(key)?.name ?? key
    if (block === undefined) {
      entries.push({
        key,
        ...place,
        name: asked,
        is: { requested: key, reason: 'lockfile-entry-not-parsed' },
        requires: [],
      })
      continue
    }
    const dependencies = textEntries(block['dependencies']).entries
    const requires = [...dependencies].flatMap(([name, range]) => answering(index, name, range))
    const { name, rest } = splitDescriptor(textOf(block['resolution'])) ?? { name: asked, rest: '' }
    if (rest.startsWith('workspace:'))
      members.push({ folder: folderOf(rest.slice('workspace:'.length)), name, dependencies })
    else
      entries.push({ key, ...place, requires, ...understand(file, { name, rest, version: textOf(block['version']) }) })
  }
  return { entries, ...index, members }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const folderOf = (path: string): string => (path === '.' ? '' : path)

/**
 * Interprets a resolution: `npm:1.0.0`, `npm:1.0.0::__archiveUrl=…`, `patch:name@npm%3A1.0.0#…`, a URL, `link:`,
 * `portal:`, `file:`, or `exec:`. A patched package counts as its original version, because it is unknown whether the
 * patch fixes any vulnerability.
 */
function understand(
  file: ManifestFile,
  { name, rest, version }: { name: string; rest: string; version: string },
): Pick<LockedEntry, 'name' | 'is'> {
  const otherwise = (reason: DependencyReason) => ({ name, is: { requested: rest || version || '(nothing)', reason } })
  const folder = /^(?:link|portal|file|exec):([^#:]*)/.exec(rest)?.[1]
  if (folder !== undefined)
    return !holdsBeside(file, `${folder}/package.json`)
      ? otherwise('folder-or-archive-of-author')
      : { name, is: { folder } }
  if (rest.startsWith('patch:')) return patched(`${name}@${rest}`, version) ?? otherwise('archive-at-other-url')
  if (!rest.startsWith('npm:'))
    return otherwise(
      rest === ''
        ? 'lockfile-without-version'
        : isGit(rest) || /[#&](?:commit|head|tag)=/.test(rest)
          ? 'git-repository'
          : 'archive-at-other-url',
    )
  const [stated = '', binding = ''] = rest.slice('npm:'.length).split('::', 2)
  if (!isNpmVersion(name, stated)) return otherwise('lockfile-without-version')
  const foreign = foreignOrigin(name, stated, new URLSearchParams(binding).get('__archiveUrl') ?? '')
  return foreign === undefined ? { name, is: { version: stated } } : otherwise(foreign)
}

/**
 * Returns the name and version in `patch:name@npm%3A1.0.0#…`, which may be a patch of a patch. Undefined if the patched
 * package is not a registry version.
 */
function patched(rest: string, version: string): Pick<LockedEntry, 'name' | 'is'> | undefined {
  let inner = splitDescriptor(rest)
  for (let depth = 0; depth < 10 && inner?.rest.startsWith('patch:'); depth++)
    inner = splitDescriptor(decoded(inner.rest.slice('patch:'.length).split('#', 1)[0] ?? ''))
  if (inner === undefined || !/^(?:npm:|[^:]*$)/.test(inner.rest)) return undefined
  return isNpmVersion(inner.name, version) ? { name: inner.name, is: { version } } : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
