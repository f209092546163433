import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { pathWithinProject } from '../../project-path.ts'
import { linesOf } from '../../syntax/lines.ts'
import { parsingSteps } from '../../syntax/parsing-cost.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for Bundler lockfiles. They have sections with `specs:` for each kind of source (`GEM`, `GIT`, `PATH`, `PLUGIN
 * SOURCE`), followed by the project's own dependencies. A gem for several platforms has one entry per platform, as
 * `name (version-platform)`. The Gemfile with its groups is code and is not read. Runs in linear time.
 */
export const gemfileLock: ManifestReader = {
  id: 'gemfile-lock',
  ecosystem: 'RubyGems',
  kind: 'lockfile',
  names: ['Gemfile.lock', 'gems.locked'],
  reads: (path) => ['Gemfile.lock', 'gems.locked'].includes(posix.basename(path)),
  read(file) {
    const { path, text } = file
    const work = workOf(file)
    work.spend(parsingSteps(text))
    const { gems, asked, sections } = readSections(text)
    if (sections === 0) throw new UnreadableManifest('no-bundler-section')
    const keys = new Map(gems.map(({ name, version }) => [name, `${name}@${version}`]))
    const listing = new Listing(work)
    for (const { name, version, section, remote, dependencies, line } of gems) {
      if (section === 'PATH') {
        // A gem in the project itself is described by its gemspec.
        if (pathWithinProject(path, remote) === undefined)
          listing.request({
            name,
            requested: remote,
            dev: false,
            groups: [],
            reason: 'folder-outside',
            line,
          })
      } else
        listing.add({
          name,
          version,
          direct: asked.has(name),
          dev: false,
          groups: [],
          requires: dependencies.flatMap((other) => keys.get(other) ?? []),
          line,
        })
    }
    return listing.reading()
  },
}

interface Gem {
  readonly name: string
  /** Version without the platform. */
  readonly version: string
  readonly section: string
  readonly remote: string
  readonly dependencies: string[]
  readonly line: number
}

const sourceSections: ReadonlySet<string> = new Set(['GEM', 'GIT', 'PATH', 'PLUGIN SOURCE'])

/**
 * Parses the lines by indentation: 0 spaces for a section, 2 for its fields, 4 for a gem, and 6 for that gem's
 * dependencies.
 */
function readSections(text: string): {
  readonly gems: readonly Gem[]
  readonly asked: ReadonlySet<string>
  readonly sections: number
} {
  const gems: Gem[] = []
  const asked = new Set<string>()
  let sections = 0
  let section = ''
  let remote = ''
  let inSpecs = false
  for (const [index, line] of linesOf(text).entries()) {
    const content = line.trim()
    const indent = line.length - line.trimStart().length
    if (content === '') continue
    if (indent === 0) {
      section = content
      remote = ''
      inSpecs = false
      if (/^[A-Z][A-Z ]+$/.test(content)) sections += 1
    } else if (section === 'DEPENDENCIES') {
      // The exclamation mark in `name (~> 1.0)!` means that the gem has its own source.
      asked.add(nameOf(content).replace(/!$/, ''))
    } else if (!sourceSections.has(section)) continue
    else if (indent === 2) {
      inSpecs = content === 'specs:'
      if (content.startsWith('remote:')) remote = content.slice('remote:'.length).trim()
    } else if (inSpecs && indent === 4) {
      const version = /\(([^\s()-]+)(?:-[^()]*)?\)$/.exec(content)?.[1]
      if (version !== undefined)
        gems.push({ name: nameOf(content), version, section, remote, dependencies: [], line: index + 1 })
    } else if (inSpecs && indent === 6) gems.at(-1)?.dependencies.push(nameOf(content))
  }
  return { gems, asked, sections }
}

const nameOf = (content: string): string => content.split(' ', 1)[0] ?? ''
