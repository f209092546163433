import { describe, expect, it } from 'vitest'
import { told, waysOf } from '../project-inventory-of.ts'
import { resolvedProject, takenAt } from './resolved-project.ts'

const crates = {
  'a@1.0.0': {},
  'a@1.4.0': { deps: { b: '^1' } },
  'a@1.5.0': { line: { yanked: true } },
  'b@1.0.0': {},
  'b@1.3.0': {},
  'b@2.0.0': {},
  't@0.2.9': { deps: { u: '0.1' } },
  't@0.3.0': {},
  'u@0.1.0': {},
}

const manifest = (text: string, name = 'shop') => `[package]\nname = "${name}"\nversion = "1.0.0"\n${text}`

describe('a Cargo.toml without a lockfile', () => {
  it('is resolved like cargo generate-lockfile, with development dependencies', async () => {
    const { inventory } = await resolvedProject(
      { 'Cargo.toml': manifest('[dependencies]\na = "1"\nb = "=2.0.0"\n[dev-dependencies]\nt = "0.2"\n') },
      { crates },
    )
    expect(told(inventory)).toEqual([
      'a@1.4.0 direct',
      'b@1.3.0',
      'b@2.0.0 direct',
      't@0.2.9 direct dev',
      'u@0.1.0 dev',
    ])
    expect(waysOf(inventory, 'b@1.3.0')).toEqual(['Cargo.toml: shop@1.0.0 > a@1.4.0 > b@1.3.0'])
    expect(inventory.components[0]).toMatchObject({ locked: false, resolvedAt: takenAt.toISOString() })
    expect(inventory).toMatchObject({ complete: true, unresolved: [], resolvedAt: takenAt })
  })

  it('selects one version for compatible requirements, also where the first choice was too new', async () => {
    const { inventory } = await resolvedProject(
      { 'Cargo.toml': manifest('[dependencies]\nb = "1"\nold = "1"\n') },
      { crates: { ...crates, 'old@1.0.0': { deps: { mid: '1' } }, 'mid@1.0.0': { deps: { b: '>=1.0.0, <1.3' } } } },
    )
    expect(told(inventory)).toEqual(['b@1.0.0 direct', 'mid@1.0.0', 'old@1.0.0 direct'])
    expect(inventory.complete).toBe(true)
  })

  it('brings optional dependencies that features enable, with weak and renamed ones', async () => {
    const { inventory } = await resolvedProject(
      {
        'Cargo.toml': manifest('[dependencies]\nlib = { version = "1", default-features = false, features = ["x"] }\n'),
      },
      {
        crates: {
          ...crates,
          'lib@1.0.0': {
            deps: {
              a: { req: '^1', optional: true },
              other: { req: '^2', optional: true, package: 'b' },
              t: { req: '^0.2', optional: true },
              u: { req: '^0.1', optional: true },
            },
            features: { default: ['dep:u'], x: ['dep:other', 't?/y', 'implied/z'] },
          },
        },
      },
    )
    expect(told(inventory)).toEqual(['b@2.0.0', 'lib@1.0.0 direct', 't@0.2.9', 'u@0.1.0'])
  })

  it('resolves a workspace as one graph, and asks for no crate of the repository', async () => {
    const { inventory, crateRequests } = await resolvedProject(
      {
        'Cargo.toml':
          '[workspace]\nmembers = ["crates/*"]\n[workspace.dependencies]\ncore = { path = "crates/core" }\na = "1"\n',
        'crates/core/Cargo.toml': manifest('[dependencies]\na = { workspace = true }\n', 'core'),
        'crates/web/Cargo.toml': manifest('[dependencies]\ncore = { workspace = true }\nsecret-tool = "1"\n', 'web'),
        'tools/secret/Cargo.toml': manifest('', 'secret-tool'),
      },
      { crates },
    )
    expect(told(inventory)).toEqual(['a@1.4.0 direct', 'b@1.3.0'])
    expect(crateRequests.toSorted()).toEqual(['1/a', '1/b'])
    expect(inventory.unresolved).toEqual([
      expect.objectContaining({
        name: 'secret-tool',
        manifest: 'crates/web/Cargo.toml',
        line: 6,
        reason: expect.stringContaining('a crate in this repository has this name'),
      }),
    ])
  })

  it('prefers versions for the supported Rust with the third resolver, and ignores later publications', async () => {
    const { inventory } = await resolvedProject(
      { 'Cargo.toml': manifest('edition = "2024"\nrust-version = "1.85"\n[dependencies]\nnew = "1"\nlate = "1"\n') },
      {
        crates: {
          'new@1.1.0': { line: { rust_version: '1.85.0' } },
          'new@1.2.0': { line: { rust_version: '1.90' } },
          'late@1.0.0': { line: { pubtime: '2026-07-01T00:00:00Z' } },
          'late@1.1.0': { line: { pubtime: '2026-08-02T00:00:00Z' } },
        },
      },
    )
    expect(told(inventory)).toEqual(['late@1.0.0 direct', 'new@1.1.0 direct'])
  })

  it('ends for many dependencies on one crate, and names those that are left', async () => {
    const versions = Object.fromEntries(Array.from({ length: 200 }, (_, minor) => [`many@1.${minor}.0`, {}]))
    const wanted = Array.from(
      { length: 20_000 },
      (_, index) => `d${index} = { package = "many", version = ">=1.0.0, <2.${index}" }\n`,
    )
    const { inventory } = await resolvedProject(
      { 'Cargo.toml': manifest(`[dependencies]\n${wanted.join('')}`) },
      { crates: versions },
    )
    expect(inventory.complete).toBe(false)
    expect(inventory.unresolved.at(-1)?.reason).toContain('too many crates')
  }, 120_000)

  it('names what it cannot resolve, and keeps the rest', async () => {
    const { inventory, crateRequests } = await resolvedProject(
      {
        'Cargo.toml': manifest(
          '[dependencies]\na = "1"\nmissing = "1"\nb = "9"\npatched = "1"\n' +
            'elsewhere = { version = "1", registry = "corp" }\nrepo = { git = "https://git.example/x" }\n' +
            'clash = "1"\n[patch.crates-io]\npatched = { path = "patched" }\n',
        ),
      },
      {
        crates: {
          ...crates,
          'clash@1.0.0': { deps: { a: '=1.0.0', left: '1' } },
          'left@1.0.0': { deps: { a: '=1.4.0' } },
        },
      },
    )
    expect(told(inventory)).toContain('a@1.0.0 direct')
    expect(inventory.unresolved.map(({ name, reason }) => `${name}: ${reason}`).toSorted()).toEqual([
      'a: its versions conflict with those that other crates require',
      'b: no version in the crates index satisfies the requirement',
      'elsewhere: it comes from another registry, which Assay does not contact',
      'missing: the crates index does not have it',
      'patched: the project replaces it in its [patch] table',
      'repo: it comes from a git repository',
    ])
    expect(inventory.complete).toBe(false)
    expect(crateRequests.some((path) => /elsewhere|repo|patched/.test(path))).toBe(false)
  })

  it('asks no index if the project replaces crates.io, and none that a lockfile covers', async () => {
    const replaced = await resolvedProject(
      {
        'Cargo.toml': manifest('[dependencies]\na = "1"\n'),
        '.cargo/config.toml':
          '[source.crates-io]\nreplace-with = "corp"\n[source.corp]\nregistry = "https://c.example"\n',
      },
      { crates },
    )
    expect(replaced.crateRequests).toEqual([])
    expect(replaced.inventory.unresolved[0]?.reason).toContain('gets its packages from another registry')
    const locked = await resolvedProject(
      {
        'Cargo.toml': manifest('[dependencies]\na = "1"\n'),
        'Cargo.lock':
          'version = 4\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry+https://github.example/i"\n' +
          '[[package]]\nname = "shop"\nversion = "1.0.0"\ndependencies = ["a"]\n',
      },
      { crates },
    )
    expect(locked.crateRequests).toEqual([])
    expect(told(locked.inventory)).toEqual(['a@1.0.0 direct'])
  })

  it('ends with features that enable each other, and with crates that depend on each other', async () => {
    const { inventory } = await resolvedProject(
      { 'Cargo.toml': manifest('[dependencies]\nloop = "1"\n[features]\nx = ["y"]\ny = ["x", "loop/p"]\n') },
      {
        crates: {
          'loop@1.0.0': { deps: { back: '1' }, features: { p: ['q'], q: ['p', 'back/p'] } },
          'back@1.0.0': { deps: { loop: '1' }, features: { p: ['loop/p'] } },
        },
      },
    )
    expect(told(inventory)).toEqual(['back@1.0.0', 'loop@1.0.0 direct'])
  })
})
