import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { numberedLines } from '../../syntax/lines.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for Carton lockfiles, https://metacpan.org/pod/Carton. They list distributions with their CPAN paths, and the
 * modules that each provides and requires. OSV has no advisories for CPAN. Runs in linear time.
 */
export const cpanfileSnapshot: ManifestReader = {
  id: 'cpanfile-snapshot',
  ecosystem: 'CPAN',
  kind: 'lockfile',
  names: ['cpanfile.snapshot'],
  reads: (path) => posix.basename(path) === 'cpanfile.snapshot',
  read(file) {
    const work = workOf(file)
    if (!/^(?:# carton snapshot|DISTRIBUTIONS)/m.test(file.text)) throw new UnreadableManifest('no-carton-snapshot')
    const found: { readonly name: string; readonly version: string; readonly line: number; modules: string[] }[] = []
    const providers = new Map<string, string>()
    let part = ''
    for (const { line, text } of numberedLines(file.text, work)) {
      const content = text.trim()
      const indent = text.length - text.trimStart().length
      if (indent === 2) {
        const [, name, version] = /^(\S{1,200})-v?(\d[\w.]{0,100}(?:-TRIAL)?)$/.exec(content) ?? []
        if (name !== undefined && version !== undefined) found.push({ name, version, line, modules: [] })
      } else if (indent === 4) part = content
      else if (indent >= 6) {
        const last = found.at(-1)
        const [module = ''] = content.split(' ', 1)
        if (last && part === 'provides:') providers.set(module, `${last.name}@${last.version}`)
        else if (last && part === 'requirements:') last.modules.push(module)
      }
    }
    const listing = new Listing(work)
    for (const { modules, ...distribution } of found) {
      const requires = modules.flatMap((module) => providers.get(module) ?? [])
      listing.add({ ...distribution, dev: false, groups: [], requires })
    }
    return listing.reading()
  },
}
