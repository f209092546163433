import { basename } from 'node:path/posix'
import semver from 'semver'
import { isObject } from '../../../sources/package-registries/npm-packument.ts'
import type { ListedPackage, ListedRequest, ManifestReader } from '../../manifest-reader.ts'
import { workOf } from '../../work-budget.ts'
import { isNpmVersion, splitDescriptor } from './npm-identity.ts'
import { atLine, linesInJson } from '../../syntax/json-lines.ts'
import { textEntries } from './npm-project.ts'
import { jsoncObject } from './structured-text.ts'

const names = ['deno.json', 'deno.jsonc']

/**
 * Reader for Deno manifests: `imports` from npm and JSR. Manifests do not list modules that the code imports by URL.
 * Runs in linear time.
 */
export const denoJson: ManifestReader = {
  id: 'deno-json',
  ecosystem: 'npm',
  kind: 'manifest',
  names,
  reads: (path) => names.includes(basename(path)),
  read(file) {
    const work = workOf(file)
    const manifest = jsoncObject(file.text, work)
    const lines = linesInJson(file.text, (depth, key) => depth === 1 || (depth === 0 && key === 'imports'), work)
    const listed = [...textEntries(manifest['imports']).entries]
      .map(([name, target]) => {
        const found = understand(target)
        return found && { ...found, ...atLine(lines.at('imports', name)) }
      })
      .filter((found) => found !== undefined)
    work.spend(listed.length)
    const { name, version, workspace } = manifest
    const members = isObject(workspace) ? workspace['members'] : workspace
    return {
      ...(typeof name === 'string' && { project: { name, ...(typeof version === 'string' && { version }) } }),
      packages: listed.filter((found): found is ListedPackage => 'version' in found),
      requests: listed.filter((found): found is ListedRequest => 'requested' in found),
      workspaces: Array.isArray(members) ? members.filter((member) => typeof member === 'string') : [],
    }
  },
}

/** Parses `npm:chalk@5.3.0/sub` or `jsr:@std/path@^1`. Returns undefined for modules of the project itself. */
function understand(target: string): ListedPackage | ListedRequest | undefined {
  const [, registry, descriptor = ''] = /^(npm|jsr):\/?(.*)$/s.exec(target) ?? []
  if (registry === undefined) {
    if (!/^https?:/.test(target)) return undefined
    return {
      name: URL.parse(target)?.host || target,
      requested: target,
      dev: false,
      groups: ['remote'],
      reason: 'url-import',
    }
  }
  const { name, rest } = splitDescriptor(descriptor) ?? {
    name: descriptor.replace(/^((?:@[^/]*\/)?[^/]*).*$/s, '$1'),
    rest: '',
  }
  const version = rest.split('/', 1)[0] ?? ''
  const exact = /^=?\d/.test(version) ? semver.valid(version.replace(/^=/, ''), true) : null
  if (registry === 'npm' && exact !== null && isNpmVersion(name, exact))
    return { name, version: exact, direct: true, dev: false, groups: [] }
  return {
    name,
    requested: version || '*',
    dev: false,
    groups: registry === 'jsr' ? ['jsr'] : [],
    reason: registry === 'jsr' ? 'advisories-missing-for-jsr' : 'no-lockfile-commit-one',
  }
}
