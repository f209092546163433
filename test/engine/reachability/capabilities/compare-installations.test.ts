import { expect, it } from 'vitest'
import type { PackageCapability } from '../../../../src/engine/model/package-capability.ts'
import {
  compareInstallations,
  type InstalledCapabilities,
} from '../../../../src/engine/reachability/capabilities/compare-installations.ts'
import type { InstalledCode } from '../../../../src/engine/reachability/capabilities/compose-capabilities.ts'

type Ecosystem = InstalledCode['ecosystem']

/** Returns a package. Without capabilities: not read. */
function code(spec: string, capabilities?: readonly PackageCapability[], ecosystem: Ecosystem = 'npm'): InstalledCode {
  const [name = '', version = ''] = spec.split('@')
  const found = (capabilities ?? []).map((capability) => ({
    capability,
    path: 'index.js',
    line: 3,
    shownBy: 'a call',
    places: 1,
  }))
  return {
    ecosystem,
    name,
    version,
    path: [spec],
    code: { capabilities: found, ...(!capabilities && { notRead: 'the archive is missing' }) },
  }
}

const installed = (packages: readonly InstalledCode[], ecosystems: readonly Ecosystem[] = ['npm']) =>
  ({ packages, ecosystems }) satisfies InstalledCapabilities

const added = (before: InstalledCapabilities | undefined, after: InstalledCapabilities | undefined) => {
  const compared = compareInstallations(before, after)
  return (
    compared && {
      added: compared.added.map(({ capability, change, package: { name, version } }) =>
        [capability, change, `${name}@${version}`].join(' '),
      ),
      gaps: compared.gaps,
    }
  )
}

const notRead = (packages: string) =>
  `${packages} were not read, so their capabilities were not compared. A scan reads the packages of an ecosystem ` +
  'only if it finds a vulnerable one.'

it('lists what new and updated packages can do, and nothing that is gone', () => {
  const before = installed([code('a@1', []), code('b@1', ['writes-files']), code('c@1', ['executes-commands'])])
  const after = installed([
    code('a@2', ['executes-commands']),
    code('b@1', ['writes-files']),
    code('d@1', ['reads-files']),
  ])
  expect(added(before, after)).toEqual({
    added: ['executes-commands gained a@2', 'reads-files added d@1'],
    gaps: [],
  })
})

it('says nothing if neither side was read, and names the gap if one was not', () => {
  const read = installed([code('a@1', ['executes-commands'])])
  expect(added(undefined, undefined)).toBeUndefined()
  expect(added(undefined, read)).toEqual({
    added: [],
    gaps: [notRead('The packages that the base installs')],
  })
  expect(added(read, undefined)).toEqual({
    added: [],
    gaps: [notRead('The packages that the change installs')],
  })
})

it('does not take the packages of an ecosystem that only one side has read for new', () => {
  const before = installed([code('a@1', [])])
  const after = installed([code('a@1', []), code('p@1', ['executes-commands'], 'PyPI')], ['npm', 'PyPI'])
  expect(added(before, after)).toEqual({
    added: [],
    gaps: [notRead('The packages of PyPI that the base installs')],
  })
})

it('compares no package that was not read, and names a bounded number of them', () => {
  const unread = Array.from({ length: 9 }, (_, index) => code(`u${index}@1`))
  const after = installed([code('u0@2', ['executes-commands']), ...unread.slice(1)])
  const compared = added(installed(unread), after)
  expect(compared?.added).toEqual([])
  expect(compared?.gaps).toEqual([
    expect.stringMatching(/^Not read completely: u0 1 \(the archive is missing\), .*, 4 more\.$/),
  ])
})

it('lists added capabilities before it cuts the list, whatever the change removes', () => {
  const gone = Array.from({ length: 1_100 }, (_, index) => code(`g${index}@1`, ['executes-commands']))
  const after = installed([code('a@1', ['reads-environment'])])
  expect(added(installed(gone), after)).toEqual({ added: ['reads-environment added a@1'], gaps: [] })
  const further = Array.from({ length: 1_100 }, (_, index) => code(`n${index}@1`, ['executes-commands']))
  const compared = added(installed(gone), installed(further))
  expect([compared?.added.length, compared?.gaps]).toEqual([1_000, ['100 further capabilities are not listed.']])
})
