import { describe, expect, it } from 'vitest'
import { cargoLock } from '../../../../src/engine/inventory/readers/rust/cargo-lock.ts'
import { cargoToml } from '../../../../src/engine/inventory/readers/rust/cargo-toml.ts'
import { edgesOf, packageLines, readFiles, requestLines } from './support/read-files.ts'

const registry = 'source = "registry+https://index.example/crates"'
const crate = (name: string, version: string, dependencies: readonly string[] = [], source = registry) =>
  `[[package]]\nname = "${name}"\nversion = "${version}"\n${source}\ndependencies = ` +
  `[${dependencies.map((text) => `"${text}"`).join(', ')}]\n\n`

describe('Cargo.lock', () => {
  it('reads versions 1 to 4, and tells same names apart', () => {
    const crates = [
      crate('rand', '0.7.3', ['rand_core 0.5.1']),
      crate('rand', '0.8.5', ['rand_core 0.6.4 (registry+https://index.example/crates)']),
      crate('rand_core', '0.5.1'),
      crate('rand_core', '0.6.4'),
      crate('fork', '1.0.0', ['rand 0.8.5'], 'source = "git+https://git.example/fork?branch=main#0123456"'),
      crate('fork', '1.0.0'),
    ].join('')
    const expected = ['rand@0.7.3', 'rand@0.8.5', 'rand_core@0.5.1', 'rand_core@0.6.4', 'fork@1.0.0', 'fork@1.0.0']
    for (const text of [
      `${crates}[metadata]\n"checksum rand 0.7.3" = "00"\n`,
      crates,
      `version = 3\n${crates}`,
      `version = 4\n${crates}`,
    ]) {
      const reading = readFiles(cargoLock, { 'Cargo.lock': text })
      expect(packageLines(reading)).toEqual(expected)
      expect(edgesOf(reading)).toEqual({
        'rand@0.7.3': ['rand_core@0.5.1'],
        'rand@0.8.5': ['rand_core@0.6.4'],
        'fork@1.0.0 (git+https://git.example/fork?branch=main#0123456)': ['rand@0.8.5'],
      })
    }
  })

  it('takes the [root] of the oldest ones for the project', () => {
    const reading = readFiles(cargoLock, {
      'Cargo.lock':
        `[root]\nname = "app"\nversion = "0.1.0"\ndependencies = ["libc 0.2.0 ` +
        `(registry+https://index.example/crates)"]\n\n${crate('libc', '0.2.0')}`,
    })
    expect(packageLines(reading)).toEqual(['libc@0.2.0 direct'])
    expect(reading.roots).toEqual([{ folder: '', name: 'app', version: '0.1.0', requires: ['libc@0.2.0'] }])
  })

  it('tells by the manifests of a workspace what only its development needs', () => {
    const lock = [
      'version = 4\n',
      crate('app', '0.1.0', ['serde', 'member', 'tempfile', 'cc'], ''),
      crate('member', '0.2.0', ['log', 'criterion'], ''),
      crate('serde', '1.0.200', ['serde_derive']),
      crate('serde_derive', '1.0.200'),
      crate('tempfile', '3.10.0', ['fastrand', 'log']),
      crate('fastrand', '2.0.0'),
      crate('log', '0.4.21'),
      crate('criterion', '0.5.1'),
      crate('cc', '1.0.0'),
    ].join('')
    const reading = readFiles(cargoLock, {
      'Cargo.lock': lock,
      'Cargo.toml':
        '[package]\nname = "app"\nversion = "0.1.0"\n[workspace]\nmembers = ["crates/*"]\nexclude = ' +
        '["crates/old"]\n[dependencies]\nserde = "1"\nmember = { path = "crates/member" ' +
        '}\n[build-dependencies]\ncc = "1"\n[target.\'cfg(unix)\'.dev-dependencies]\ntempfile = "3"\n',
      'crates/member/Cargo.toml':
        '[package]\nname = "member"\nversion = "0.2.0"\n[dependencies]\nlogging = { package = "log", ' +
        'version = "0.4" }\n[dev-dependencies]\ncriterion = "0.5"\n',
      'crates/old/Cargo.toml': '[package]\nname = "old"\n[dependencies]\nlog = "0.3"\n',
    })
    expect(packageLines(reading)).toEqual([
      'serde@1.0.200 direct',
      'serde_derive@1.0.200 transitive',
      'tempfile@3.10.0 direct dev (dev)',
      'fastrand@2.0.0 transitive dev (dev)',
      'log@0.4.21 direct',
      'criterion@0.5.1 direct dev (dev)',
      'cc@1.0.0 direct',
    ])
    expect(reading.project).toEqual({ name: 'app', version: '0.1.0' })
    expect(reading.workspaces).toEqual(['crates/member'])
    expect(reading.roots?.map(({ folder, name }) => [folder, name])).toEqual([
      ['', 'app'],
      ['crates/member', 'member'],
    ])
  })

  it('counts everything for use where no manifest tells', () => {
    expect(
      packageLines(
        readFiles(cargoLock, {
          'Cargo.lock': `version = 3\n${crate('app', '0.1.0', ['a'], '')}${crate('a', '1.0.0')}`,
          'Cargo.toml': 'broken [',
        }),
      ),
    ).toEqual(['a@1.0.0 direct'])
  })

  it('finds each dependency once, however often it is listed and by how many names', () => {
    const versions = Array.from({ length: 8 }, (_unused, index) => crate('a', `${index}.0.0`))
    const names = Array.from({ length: 1_000 }, (_unused, index) => (index % 2 === 0 ? 'a' : `a 1.0.0 (${index})`))
    const { roots, packages } = readFiles(cargoLock, {
      'Cargo.lock': `version = 4\n${crate('app', '0.1.0', names, '')}${crate('b', '1.0.0', names)}${versions.join('')}`,
    })
    expect(roots?.map(({ requires }) => requires)).toEqual([versions.map((_unused, index) => `a@${index}.0.0`)])
    expect(packages.find(({ name }) => name === 'b')?.requires).toEqual(roots?.[0]?.requires)
  })

  it('opens manifests of members up to so many characters in all', () => {
    const members = Array.from({ length: 400 }, (_, index) => `m${index}`)
    const large = (name: string) =>
      `[package]\nname = "${name}"\n[dev-dependencies]\na = "1"\n# ${'x'.repeat(400_000)}\n`
    const lock =
      'version = ' +
      `4\n${members
        .map((name) => `[[package]]\nname = "${name}"\nversion = "1.0.0"\ndependencies = ["a"]\n`)
        .join('')}` +
      `${crate('a', '1.0.0')}`
    const manifests = Object.fromEntries(members.map((name) => [`${name}/Cargo.toml`, large(name)]))
    const reading = readFiles(cargoLock, {
      'Cargo.lock': lock,
      'Cargo.toml': `[workspace]\nmembers = ["m*"]\n`,
      ...manifests,
    })
    // Members whose manifest was not read count as requiring all packages at run time.
    expect(packageLines(reading)).toEqual(['a@1.0.0 direct'])
    expect(reading.workspaces).toHaveLength(11)
  })

  it('is none without packages and version', () => {
    expect(() => readFiles(cargoLock, { 'Cargo.lock': 'a = 1' })).toThrow(
      'has neither packages nor a Cargo format version',
    )
    expect(readFiles(cargoLock, { 'Cargo.lock': 'version = 3' }).packages).toEqual([])
  })
})

describe('Cargo.toml', () => {
  it('asks for ranges and pins, with what the workspace above sets', () => {
    const reading = readFiles(cargoToml, {
      'crates/a/Cargo.toml':
        '[package]\nname = "a"\nversion.workspace = true\n[dependencies]\nrange = "1.2.3"\npin = ' +
        '"=1.2.3"\nrenamed = { package = "real", version = "= 2.0.0" }\nshared = { workspace = true }\nown ' +
        '= { path = "../b" }\naway = { path = "../../../away" }\nfork = { git = "https://git.example/fork" ' +
        '}\n[dev-dependencies]\ntest = "*"\n[target."cfg(windows)".build-dependencies]\nwin = "=0.1.0"\n',
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n[workspace.dependencies]\nshared = "=3.0.0"\n',
    })
    expect(packageLines(reading)).toEqual([
      'pin@1.2.3 direct',
      'real@2.0.0 direct',
      'shared@3.0.0 direct',
      'win@0.1.0 direct (build)',
    ])
    expect(requestLines(reading)).toEqual([
      'range 1.2.3: no Cargo.lock pins its version',
      'away ../../../away: it is a folder outside the project',
      'fork https://git.example/fork: it comes from a git repository',
      'test * dev: no Cargo.lock pins its version',
    ])
  })
})
