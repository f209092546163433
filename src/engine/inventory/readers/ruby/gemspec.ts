import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { numberedLines } from '../../syntax/lines.ts'
import { workOf } from '../../work-budget.ts'
import { exactGemVersion, rubyCall } from './ruby-words.ts'

/** Methods that declare a dependency. The value is true if it is a development dependency. */
const methods: ReadonlyMap<string, boolean> = new Map([
  ['add_dependency', false],
  ['add_runtime_dependency', false],
  ['add_development_dependency', true],
])

/**
 * Reader for dependencies that a gemspec declares by literal name,
 * https://guides.rubygems.org/specification-reference/. The file is code and is not run. Runs in linear time.
 */
export const gemspec: ManifestReader = {
  id: 'gemspec',
  ecosystem: 'RubyGems',
  kind: 'manifest',
  names: ['*.gemspec'],
  reads: (path) => path.endsWith('.gemspec'),
  read(file) {
    const work = workOf(file)
    if (!file.text.includes('Gem::Specification')) throw new UnreadableManifest('no-gem-specification')
    const listing = new Listing(work)
    let name: string | undefined
    let version: string | undefined
    for (const { line, text } of numberedLines(file.text, work)) {
      const [, field, value] = /^\s*\w{1,40}\.(name|version)\s*=\s*["']([^"']{1,200})["']/.exec(text) ?? []
      if (field === 'name') name ??= value
      else if (field === 'version') version ??= value
      const call = rubyCall(text)
      const dev = methods.get(call?.method ?? '')
      if (call === undefined || dev === undefined) continue
      const [gem, ...requirements] = call.texts
      const role = { dev, groups: dev ? ['development'] : [], line }
      const exact = exactGemVersion(requirements)
      const requested = requirements.join(', ') || '(nothing)'
      if (gem === undefined) {
        const shown = text.trim().slice(0, 200)
        listing.request({
          ...role,
          name: shown,
          requested: shown,
          reason: 'code-computes-it',
        })
      } else if (exact !== undefined) listing.add({ ...role, name: gem, version: exact, direct: true })
      else listing.request({ ...role, name: gem, requested, reason: 'no-lockfile' })
    }
    return listing.reading(name === undefined ? {} : { project: { name, ...(version !== undefined && { version }) } })
  },
}
