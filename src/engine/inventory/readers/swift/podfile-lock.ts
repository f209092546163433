import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { numberedLines } from '../../syntax/lines.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for CocoaPods lockfiles. `PODS` lists the pods and their dependencies, `DEPENDENCIES` the project's
 * requirements, and `EXTERNAL SOURCES` the pods outside the registry. A subspec is part of its pod. OSV has no
 * advisories for CocoaPods. Runs in linear time.
 */
export const podfileLock: ManifestReader = {
  id: 'podfile-lock',
  ecosystem: 'CocoaPods',
  kind: 'lockfile',
  names: ['Podfile.lock'],
  reads: (path) => posix.basename(path) === 'Podfile.lock',
  read(file) {
    const work = workOf(file)
    const pods: { readonly name: string; readonly version: string; readonly line: number; requires: string[] }[] = []
    const asked = new Set<string>()
    const external = new Map<string, string>()
    let section: string | undefined
    let outer = ''
    for (const { line, text } of numberedLines(file.text, work)) {
      const content = text.trim()
      const indent = text.length - text.trimStart().length
      if (indent === 0) section = content.split(':', 1)[0]
      else if (section === 'PODS') {
        const [, name = '', version] = podEntry.exec(content) ?? []
        if (indent === 2 && version !== undefined) pods.push({ name: podOf(name), version, line, requires: [] })
        else if (indent > 2) pods.at(-1)?.requires.push(podOf(name))
      } else if (section === 'DEPENDENCIES') asked.add(podOf(podEntry.exec(content)?.[1] ?? ''))
      else if (section === 'EXTERNAL SOURCES' && indent === 2) outer = podOf(content.replace(/^"|"?:$/g, ''))
      else if (section === 'EXTERNAL SOURCES')
        external.set(outer, /^:?(?:git|path|podspec|http): *"?([^"\s]{1,400})/.exec(content)?.[1] ?? content)
    }
    if (section === undefined || (pods.length === 0 && !/^PODS:/m.test(file.text)))
      throw new UnreadableManifest('no-pod-list')
    const keys = new Map(pods.map(({ name, version }) => [name, `${name}@${version}`]))
    const listing = new Listing(work)
    for (const { name, version, line, requires } of pods) {
      const role = { name, dev: false, groups: [], line }
      const address = external.get(name)
      if (address !== undefined) listing.request({ ...role, requested: address, reason: 'not-from-cocoapods' })
      else
        listing.add({
          ...role,
          version,
          direct: asked.has(name),
          requires: requires.flatMap((other) => (other === name ? [] : (keys.get(other) ?? []))),
        })
    }
    return listing.reading()
  },
}

/** Matches `- "Name/Sub (1.0)":` and `- Name (~> 1.0)`. */
const podEntry = /^- "?([^\s"(]{1,200})(?: \(([^\s()]{1,100})\))?/

const podOf = (name: string): string => name.split('/', 1)[0] ?? name
