import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { linesOf, splitAtFirst } from '../../syntax/lines.ts'
import { parsingSteps } from '../../syntax/parsing-cost.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for Gradle lockfiles, https://docs.gradle.org/current/userguide/dependency_locking.html. They consist of lines
 * `group:artifact:version=configurations`. Before Gradle 6.8, there was one file per configuration, without that
 * suffix. Runs in linear time.
 */
export const gradleLockfile: ManifestReader = {
  id: 'gradle-lockfile',
  ecosystem: 'Maven',
  kind: 'lockfile',
  names: ['gradle.lockfile', 'buildscript-gradle.lockfile', 'gradle/dependency-locks/*.lockfile'],
  reads(path) {
    const { dir, base, ext } = posix.parse(path)
    return (
      base === 'gradle.lockfile' ||
      base === 'buildscript-gradle.lockfile' ||
      (ext === '.lockfile' && (dir === 'gradle/dependency-locks' || dir.endsWith('/gradle/dependency-locks')))
    )
  },
  read(file) {
    const { path, text } = file
    const work = workOf(file)
    work.spend(parsingSteps(text))
    const listing = new Listing(work)
    const { base, name } = posix.parse(path)
    // Build plugins have their own lockfile.
    const buildsOnly = base.startsWith('buildscript-')
    let isOfGradle = false
    const odd: { readonly text: string; readonly line: number }[] = []
    for (const [index, raw] of linesOf(text).entries()) {
      const line = raw.trim()
      if (line.startsWith('# This is a Gradle generated file')) isOfGradle = true
      if (line === '' || line.startsWith('#')) continue
      const [coordinates, configurations] = splitAtFirst(line, '=') ?? [line, isPerConfiguration(base) ? name : '']
      const [group, artifact, version, ...more] = coordinates.split(':')
      if (coordinates === 'empty') isOfGradle = true
      else if (!group || !artifact || !version || more.length > 0) odd.push({ text: line, line: index + 1 })
      else {
        isOfGradle = true
        const names = configurations
          .split(',')
          .map((configuration) => configuration.trim())
          .filter(Boolean)
        const groups = buildsOnly ? ['buildscript'] : names
        listing.add({
          name: `${group}:${artifact}`,
          version,
          dev: buildsOnly || (names.length > 0 && names.every(isForTests)),
          groups,
          line: index + 1,
        })
      }
    }
    if (odd.length > 0 && !isOfGradle) throw new UnreadableManifest('gradle-lockfile-lines')
    for (const { text, line } of odd) {
      const name = text.slice(0, 200)
      listing.request({
        name,
        requested: name,
        dev: buildsOnly,
        groups: [],
        reason: { code: 'lockfile-line-not-parsed', line },
        line,
      })
    }
    // The version catalog and the artifact checksums are in this folder.
    return listing.reading({ workspaces: ['gradle'] })
  },
}

const isPerConfiguration = (base: string): boolean =>
  base !== 'gradle.lockfile' && base !== 'buildscript-gradle.lockfile'

/** Matches names such as `testRuntimeClasspath`, `debugUnitTestCompileClasspath`, or `androidTestImplementation`. */
const isForTests = (configuration: string): boolean =>
  /^(?:test|androidTest|integrationTest)|(?:Unit|Android|Integration)Test/.test(configuration)
