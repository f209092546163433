import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { numberedLines } from '../../syntax/lines.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for Paket lockfiles, https://fsprojects.github.io/Paket/lock-file.html. They consist of groups with one
 * section per kind of source. Packages are indented by four spaces, and their dependencies by six. Runs in linear time.
 */
export const paketLock: ManifestReader = {
  id: 'paket-lock',
  ecosystem: 'NuGet',
  kind: 'lockfile',
  names: ['paket.lock'],
  reads: (path) => posix.basename(path) === 'paket.lock',
  read(file) {
    const work = workOf(file)
    const listing = new Listing(work)
    const found: { readonly entry: PaketEntry; readonly requires: string[] }[] = []
    let [group, section, remote] = ['', '', '']
    for (const { line, text } of numberedLines(file.text, work)) {
      const content = text.trim()
      const indent = text.length - text.trimStart().length
      if (indent === 0) {
        if (content.startsWith('GROUP ')) group = content.slice('GROUP '.length).trim()
        section = content
        remote = ''
      } else if (content.startsWith('remote:')) remote = content.slice('remote:'.length).trim()
      else if (indent === 4) {
        const [, name, version] = /^(\S{1,200}) \(([^\s()<>=~]{1,100})\)/.exec(content) ?? []
        if (name !== undefined && version !== undefined)
          found.push({ entry: { name, version, group, section, remote, line }, requires: [] })
      } else if (indent === 6 && section === 'NUGET') found.at(-1)?.requires.push(content.split(' ', 1)[0] ?? '')
    }
    const keys = new Map(found.map(({ entry }) => [keyIn(entry.group, entry.name), `${entry.name}@${entry.version}`]))
    for (const { entry, requires } of found) {
      const { name, version, line } = entry
      const role = { name, dev: isForDevelopment(entry.group), groups: entry.group === '' ? [] : [entry.group], line }
      if (entry.section === 'NUGET')
        listing.add({
          ...role,
          version,
          requires: requires.flatMap((other) => keys.get(keyIn(entry.group, other)) ?? []),
        })
      else
        listing.request({
          ...role,
          requested: [entry.remote, version].filter(Boolean).join('#'),
          reason: ['GITHUB', 'GIT'].includes(entry.section) ? 'git-repository' : 'not-from-package-registry',
        })
    }
    return listing.reading()
  },
}

interface PaketEntry {
  readonly name: string
  readonly version: string
  readonly group: string
  readonly section: string
  readonly remote: string
  readonly line: number
}

const keyIn = (group: string, name: string): string => `${group}\n${name.toLowerCase()}`

const isForDevelopment = (group: string): boolean => /^(?:build|tests?|docs?|dev|tools?|formatting)$/i.test(group)
