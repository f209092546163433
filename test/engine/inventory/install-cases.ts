import type { StandInOptions, StandInPackages } from '../../support/npm-stand-in.ts'

export interface InstallCase extends Pick<StandInOptions, 'tags'> {
  readonly packages: StandInPackages
  /** Packages that npm 11.19 adds to the lockfile of an empty project, besides the package itself. */
  readonly brings: readonly string[]
}

/**
 * Registries, and the packages that `npm install start` installs from them. `test/live/npm-placement.live.ts` compares
 * them with npm itself.
 */
export const installCases: Readonly<Record<string, InstallCase>> = {
  nothing: { packages: { 'start@1.0.0': {} }, brings: [] },
  'a chain': {
    packages: {
      'start@1.0.0': { dependencies: { a: '^1.0.0' } },
      'a@1.0.0': { dependencies: { b: '*' } },
      'b@1.0.0': {},
    },
    brings: ['a@1.0.0', 'b@1.0.0'],
  },
  'no development dependencies, neither its own nor of others': {
    packages: {
      'start@1.0.0': { dependencies: { a: '1' }, devDependencies: { d: '1' } },
      'a@1.0.0': { devDependencies: { d: '1' } },
      'd@1.0.0': {},
    },
    brings: ['a@1.0.0'],
  },
  'the latest version when it satisfies, though there is a higher one': {
    packages: { 'start@1.0.0': { dependencies: { a: '^1.0.0' } }, 'a@1.0.0': {}, 'a@1.2.0': {}, 'a@1.3.0': {} },
    tags: { a: { latest: '1.2.0' } },
    brings: ['a@1.2.0'],
  },
  'the highest version when the latest does not satisfy': {
    packages: {
      'start@1.0.0': { dependencies: { a: '^1.0.0' } },
      'a@1.0.0': {},
      'a@1.3.0': {},
      'a@1.2.0': {},
      'a@2.0.0': {},
    },
    brings: ['a@1.3.0'],
  },
  'one version that does for all who ask': {
    packages: {
      'start@1.0.0': { dependencies: { a: '1', b: '1.0.0' } },
      'a@1.0.0': { dependencies: { b: '^1.0.0' } },
      'b@1.0.0': {},
      'b@1.1.0': {},
    },
    brings: ['a@1.0.0', 'b@1.0.0'],
  },
  'a second version where the first does not do': {
    packages: {
      'start@1.0.0': { dependencies: { a: '1', b: '1' } },
      'a@1.0.0': { dependencies: { b: '2' } },
      'b@1.0.0': {},
      'b@2.0.0': {},
    },
    brings: ['a@1.0.0', 'b@1.0.0', 'b@2.0.0'],
  },
  'a higher version at the top, a lower one for whoever cannot use it': {
    packages: {
      'start@1.0.0': { dependencies: { a: '1', b: '1 || 2' } },
      'a@1.0.0': { dependencies: { b: '1' } },
      'b@1.0.0': {},
      'b@2.0.0': {},
    },
    brings: ['a@1.0.0', 'b@1.0.0', 'b@2.0.0'],
  },
  'a diamond once': {
    packages: {
      'start@1.0.0': { dependencies: { a: '1', b: '1' } },
      'a@1.0.0': { dependencies: { c: '1' } },
      'b@1.0.0': { dependencies: { c: '1' } },
      'c@1.0.0': {},
    },
    brings: ['a@1.0.0', 'b@1.0.0', 'c@1.0.0'],
  },
  'a cycle, also through the package itself': {
    packages: {
      'start@1.0.0': { dependencies: { a: '1' } },
      'a@1.0.0': { dependencies: { b: '1' } },
      'b@1.0.0': { dependencies: { a: '1', start: '1' } },
    },
    brings: ['a@1.0.0', 'b@1.0.0'],
  },
  'a cycle of two versions without end': {
    packages: {
      'start@1.0.0': { dependencies: { a: '1' } },
      'a@1.0.0': { dependencies: { b: '1' } },
      'b@1.0.0': { dependencies: { a: '2' } },
      'a@2.0.0': { dependencies: { b: '2' } },
      'b@2.0.0': { dependencies: { a: '1' } },
    },
    brings: ['a@1.0.0', 'a@2.0.0', 'b@1.0.0', 'b@2.0.0'],
  },
  'a newer version in the place of one that nobody needs any more': {
    packages: {
      'start@1.0.0': { dependencies: { a: '1', b: '1' } },
      'a@1.0.0': { dependencies: { c: '^1.0.0' } },
      'b@1.0.0': { dependencies: { d: '1' } },
      'd@1.0.0': { dependencies: { c: '^1.2.0' } },
      'c@1.0.0': {},
      'c@1.2.0': {},
    },
    tags: { c: { latest: '1.0.0' } },
    brings: ['a@1.0.0', 'b@1.0.0', 'c@1.2.0', 'd@1.0.0'],
  },
  'required peers': {
    packages: {
      'start@1.0.0': { dependencies: { a: '1' }, peerDependencies: { p: '^1.0.0' } },
      'a@1.0.0': { peerDependencies: { q: '*' } },
      'p@1.1.0': {},
      'q@3.0.0': {},
    },
    brings: ['a@1.0.0', 'p@1.1.0', 'q@3.0.0'],
  },
  'peers of peers': {
    packages: {
      'start@1.0.0': { dependencies: { a: '1' } },
      'a@1.0.0': { peerDependencies: { b: '1' } },
      'b@1.0.0': { peerDependencies: { c: '1' } },
      'c@1.0.0': {},
    },
    brings: ['a@1.0.0', 'b@1.0.0', 'c@1.0.0'],
  },
  'the version of a peer on which two who ask agree': {
    packages: {
      'start@1.0.0': { dependencies: { a: '1', b: '1' } },
      'a@1.0.0': { peerDependencies: { p: '*' } },
      'b@1.0.0': { peerDependencies: { p: '1' } },
      'p@1.0.0': {},
      'p@2.0.0': {},
    },
    brings: ['a@1.0.0', 'b@1.0.0', 'p@1.0.0'],
  },
  'the version of a peer that its user has as a dependency': {
    packages: {
      'start@1.0.0': { dependencies: { a: '1', p: '1' } },
      'a@1.0.0': { peerDependencies: { p: '>=1' } },
      'p@1.0.0': {},
      'p@2.0.0': {},
    },
    brings: ['a@1.0.0', 'p@1.0.0'],
  },
  'contradicting peers below different packages': {
    packages: {
      'start@1.0.0': { dependencies: { x: '1', y: '1' } },
      'x@1.0.0': { dependencies: { a: '1' } },
      'y@1.0.0': { dependencies: { b: '1' } },
      'a@1.0.0': { peerDependencies: { p: '1' } },
      'b@1.0.0': { peerDependencies: { p: '2' } },
      'p@1.0.0': {},
      'p@2.0.0': {},
    },
    brings: ['a@1.0.0', 'b@1.0.0', 'p@1.0.0', 'p@2.0.0', 'x@1.0.0', 'y@1.0.0'],
  },
  'one version of contradicting peers of one package': {
    packages: {
      'start@1.0.0': { dependencies: { x: '1' } },
      'x@1.0.0': { dependencies: { a: '1', b: '1' } },
      'a@1.0.0': { peerDependencies: { p: '1' } },
      'b@1.0.0': { peerDependencies: { p: '2' } },
      'p@1.0.0': {},
      'p@2.0.0': {},
    },
    brings: ['a@1.0.0', 'b@1.0.0', 'p@1.0.0', 'p@2.0.0', 'x@1.0.0'],
  },
  'an optional peer not at all': {
    packages: {
      'start@1.0.0': { peerDependencies: { p: '1' }, peerDependenciesMeta: { p: { optional: true } } },
      'p@1.0.0': {},
    },
    brings: [],
  },
  'an optional peer that somebody else brings': {
    packages: {
      'start@1.0.0': { dependencies: { a: '1', b: '1' } },
      'a@1.0.0': { peerDependencies: { p: '1' }, peerDependenciesMeta: { p: { optional: true } } },
      'b@1.0.0': { dependencies: { p: '*' } },
      'p@1.0.0': {},
      'p@2.0.0': {},
    },
    brings: ['a@1.0.0', 'b@1.0.0', 'p@1.0.0'],
  },
  aliases: {
    packages: {
      'start@1.0.0': { dependencies: { one: 'npm:a@^1.0.0', two: 'npm:a@^2.0.0', s: 'npm:@s/a' } },
      'a@1.0.0': {},
      'a@2.0.0': {},
      '@s/a@3.0.0': {},
    },
    brings: ['@s/a@3.0.0', 'a@1.0.0', 'a@2.0.0'],
  },
  tags: {
    packages: {
      'start@1.0.0': { dependencies: { a: 'next', b: 'latest' } },
      'a@1.0.0': {},
      'a@2.0.0-beta.1': {},
      'b@1.0.0': {},
    },
    tags: { a: { latest: '1.0.0', next: '2.0.0-beta.1' } },
    brings: ['a@2.0.0-beta.1', 'b@1.0.0'],
  },
  'a version already there for a tag': {
    packages: {
      'start@1.0.0': { dependencies: { a: '1', b: '1' } },
      'b@1.0.0': { dependencies: { a: 'latest' } },
      'a@1.0.0': {},
      'a@2.0.0': {},
    },
    brings: ['a@1.0.0', 'b@1.0.0'],
  },
  'prereleases only where they are asked for': {
    packages: {
      'start@1.0.0': { dependencies: { a: '^1.0.0', b: '^1.0.0-0' } },
      'a@1.0.0': {},
      'a@1.1.0-rc.1': {},
      'b@1.0.0-rc.1': {},
      'b@1.0.0-rc.2': {},
    },
    tags: { a: { latest: '1.0.0' }, b: { latest: '1.0.0-rc.1' } },
    brings: ['a@1.0.0', 'b@1.0.0-rc.1'],
  },
  'no deprecated version where another one satisfies': {
    packages: {
      'start@1.0.0': { dependencies: { a: '^1.0.0', b: '1.1.0' } },
      'a@1.0.0': {},
      'a@1.1.0': { deprecated: 'broken' },
      'b@1.1.0': { deprecated: 'all of it' },
    },
    brings: ['a@1.0.0', 'b@1.1.0'],
  },
  'a version for this Node rather than a newer one for another': {
    packages: {
      'start@1.0.0': { dependencies: { a: '^1.0.0' } },
      'a@1.0.0': {},
      'a@1.1.0': { engines: { node: '>=999' } },
    },
    brings: ['a@1.0.0'],
  },
  'dependencies for all platforms': {
    packages: {
      'start@1.0.0': { optionalDependencies: { w: '1', l: '1' } },
      'w@1.0.0': { os: ['win32'] },
      'l@1.0.0': { os: ['linux'], cpu: ['s390x'] },
    },
    brings: ['l@1.0.0', 'w@1.0.0'],
  },
  'an optional dependency once, though it is also listed as a required one': {
    packages: {
      'start@1.0.0': { dependencies: { a: '1' }, optionalDependencies: { a: '2' } },
      'a@1.0.0': {},
      'a@2.0.0': {},
    },
    brings: ['a@2.0.0'],
  },
  'a range of nothing, and an empty range': {
    packages: { 'start@1.0.0': { dependencies: { a: '', b: '*' } }, 'a@1.0.0': {}, 'b@2.0.0': {} },
    brings: ['a@1.0.0', 'b@2.0.0'],
  },
  'overrides of nobody': {
    packages: {
      'start@1.0.0': { dependencies: { a: '1' }, overrides: { b: '2.0.0' } },
      'a@1.0.0': { dependencies: { b: '1' }, overrides: { b: '2.0.0' } },
      'b@1.0.0': {},
      'b@2.0.0': {},
    },
    brings: ['a@1.0.0', 'b@1.0.0'],
  },
  'old names with capitals': {
    packages: { 'start@1.0.0': { dependencies: { JSONStream: '1' } }, 'JSONStream@1.0.0': {}, 'jsonstream@2.0.0': {} },
    brings: ['JSONStream@1.0.0'],
  },
  'the last of two names that are one folder on some systems': {
    packages: {
      'start@1.0.0': { dependencies: { JSONStream: '1', jsonstream: '2' } },
      'JSONStream@1.0.0': {},
      'jsonstream@2.0.0': {},
    },
    brings: ['jsonstream@2.0.0'],
  },
}
