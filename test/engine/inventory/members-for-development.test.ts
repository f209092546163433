import { describe, expect, it } from 'vitest'
import { projectInventoryOf as inventoryOf, told, unresolvedOf } from './project-inventory-of.ts'

const registry = 'source = { registry = "https://index.example/simple" }'
const uvPackage = (name: string, requires: readonly string[] = []) =>
  `[[package]]\nname = "${name}"\nversion = "1.0"\n${registry}\ndependencies = ` +
  `[${requires.map((required) => `{ name = "${required}" }`).join(', ')}]\n`
const uvMember = (name: string, folder: string, requires: readonly string[], developed: readonly string[] = []) =>
  `[[package]]\nname = "${name}"\nversion = "0.1"\nsource = { editable = "${folder}" }\ndependencies = ` +
  `[${requires.map((required) => `{ name = "${required}" }`).join(', ')}]\n[package.dev-dependencies]\ndev ` +
  `= [${developed.map((required) => `{ name = "${required}" }`).join(', ')}]\n`
const uvLock = (...entries: readonly string[]) => ({ 'uv.lock': `version = 1\n${entries.join('')}` })

describe('what members of a workspace below folders of examples and tests bring', () => {
  it('is for development where nothing else needs it: uv', async () => {
    const inventory = await inventoryOf(
      uvLock(
        uvMember('sdk', '.', ['anyio'], ['tool']),
        uvMember('demo', 'examples/servers/demo', ['sdk', 'anyio', 'click', 'tool']),
        uvMember('checks', 'tests', ['click']),
        uvPackage('anyio', ['idna']),
        uvPackage('click', ['colour']),
        uvPackage('colour'),
        uvPackage('idna'),
        uvPackage('stray'),
        uvPackage('tool'),
      ),
    )
    expect(told(inventory)).toEqual([
      'anyio@1.0 direct',
      'click@1.0 direct dev',
      'colour@1.0 dev',
      'idna@1.0',
      'stray@1.0',
      'tool@1.0 direct dev',
    ])
  })

  it('is for use where a member elsewhere needs it, or needs the member', async () => {
    const inventory = await inventoryOf(
      uvLock(
        uvMember('sdk', '.', ['samples']),
        uvMember('samples', 'samples', ['click'], ['tool']),
        uvMember('web', 'web', ['flask']),
        uvMember('demo', 'examples/demo', ['flask']),
        uvPackage('click'),
        uvPackage('flask'),
        uvPackage('tool'),
      ),
    )
    expect(told(inventory)).toEqual(['click@1.0 direct', 'flask@1.0 direct', 'tool@1.0 direct dev'])
  })

  it('is for development: npm', async () => {
    const member = (folder: string, dependencies: object) => ({
      [`node_modules/${folder}`]: { link: true, resolved: folder },
      [folder]: { name: folder, version: '1.0.0', dependencies },
    })
    const inventory = await inventoryOf({
      'package-lock.json': {
        lockfileVersion: 3,
        packages: {
          '': { name: 'shop', workspaces: ['*'], dependencies: { a: '1' }, devDependencies: { c: '1' } },
          ...member('docs', { b: '1', c: '1' }),
          ...member('server', { d: '1' }),
          'node_modules/a': { version: '1.0.0' },
          'node_modules/b': { version: '1.0.0' },
          'node_modules/c': { version: '1.0.0' },
          'node_modules/d': { version: '1.0.0' },
        },
      },
    })
    expect(told(inventory)).toEqual(['a@1.0.0 direct', 'b@1.0.0 direct dev', 'c@1.0.0 direct dev', 'd@1.0.0 direct'])
  })

  it('is for development: Cargo, pnpm', async () => {
    const crate = (name: string, requires: readonly string[], rest = '') =>
      `[[package]]\nname = "${name}"\nversion = "1.0.0"\ndependencies = ${JSON.stringify(requires)}\n${rest}`
    const source = 'source = "registry+https://index.example"\n'
    const inventory = await inventoryOf({
      'Cargo.lock':
        'version = ' +
        `3\n${crate('core', ['serde'])}${crate('try', ['core', 'rand', 'serde'])}` +
        `${crate('rand', [], source)}${crate('serde', [], source)}`,
      'Cargo.toml': '[workspace]\nmembers = ["core", "examples/try"]\n',
      'core/Cargo.toml': '[package]\nname = "core"\nversion = "1.0.0"\n[dependencies]\nserde = "1"\n',
      'examples/try/Cargo.toml':
        '[package]\nname = "try"\nversion = "1.0.0"\n[dependencies]\nrand = "1"\nserde = "1"\ncore = { path ' +
        '= "../../core" }\n',
      'pnpm-lock.yaml':
        "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      a: {specifier: ^1, version: " +
        '1.0.0}\n  bench/x:\n    dependencies:\n      b: {specifier: ^1, version: 1.0.0}\npackages:\n  ' +
        'a@1.0.0: {}\n  b@1.0.0: {}\nsnapshots:\n  a@1.0.0: {}\n  b@1.0.0: {}\n',
    })
    expect(told(inventory)).toEqual([
      'rand@1.0.0 direct dev',
      'serde@1.0.0 direct',
      'a@1.0.0 direct',
      'b@1.0.0 direct dev',
    ])
  })

  it('leaves no gap where it has no version', async () => {
    const git = { version: '1.0.0', resolved: 'git+ssh://git@git.example/a/g.git#0123' }
    const project = (folder: string) =>
      inventoryOf({
        'package-lock.json': {
          lockfileVersion: 3,
          packages: {
            '': { name: 'shop' },
            'node_modules/m': { link: true, resolved: folder },
            [folder]: { name: 'm', dependencies: { g: '*' } },
            'node_modules/g': git,
          },
        },
      })
    const [inExamples, inPackages] = [await project('examples/m'), await project('packages/m')]
    expect([unresolvedOf(inExamples).length, unresolvedOf(inPackages).length]).toEqual([1, 1])
    expect([inExamples.complete, inPackages.complete]).toEqual([true, false])
  })
})
