import { describe, expect, it } from 'vitest'
import { FoundCapability, type PackageCapability } from '../../../../src/engine/model/package-capability.ts'
import {
  packageCapabilitiesOf,
  type PackageFiles,
} from '../../../../src/engine/reachability/capabilities/package-capabilities.ts'

const place = (path: string, line: number, capability: PackageCapability = 'reads-files') => ({
  capability,
  path,
  line,
  shownBy: 'fs.readFile',
  places: 1,
})

function shown(
  files: Readonly<Record<string, string>>,
  rest: Partial<Pick<PackageFiles, 'ecosystem' | 'native' | 'found'>> = {},
): string[] {
  const contents = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))
  return packageCapabilitiesOf({ ecosystem: 'npm', native: [], found: [], ...rest, contents }).map((found) => {
    const { capability, path, line, shownBy, places } = FoundCapability.parse(found)
    return `${capability} ${path}:${line} ${shownBy} ${places}`
  })
}

describe('the capabilities of a package', () => {
  it('are those of its files, with the first place', () => {
    const found = [place('lib/b.js', 1), place('lib/a.js', 9), place('lib/a.js', 2, 'dynamic-code'), place('z.js', 7)]
    expect(shown({}, { found })).toEqual(['reads-files z.js:7 fs.readFile 3', 'dynamic-code lib/a.js:2 fs.readFile 1'])
  })

  it.each([
    'test/a.js',
    'lib/__tests__/a.js',
    'a.test.js',
    'examples/a.js',
    'docs/a.js',
    'benchmark/a.js',
    'gulpfile.js',
    'Gruntfile.js',
    'rollup.config.mjs',
    '.eslintrc.js',
    'setup.py',
    'conftest.py',
    'node_modules/other/index.js',
    'scripts/strip-comments.js',
  ])('leave out %s, which does not run where the package is installed', (path) => {
    expect(shown({}, { found: [place(path, 1)] })).toEqual([])
  })

  it.each(['lib/rollup.config.js', 'dist/build.js', 'bin/setup.js', 'latest.js', 'contest.js', 'src/tests.js/a.js'])(
    'include %s',
    (path) => {
      expect(shown({}, { found: [place(path, 1)] })).toHaveLength(1)
    },
  )

  it('include scripts in a folder that the manifest names', () => {
    const found = [place('scripts/a.js', 1)]
    const manifests = ['{"bin":"./scripts/a.js"}', '{"scripts":{"install":"node scripts/b.js"}}']
    for (const manifest of manifests)
      expect(shown({ 'package.json': manifest }, { found })).toContain('reads-files scripts/a.js:1 fs.readFile 1')
    expect(shown({ 'package.json': '{"scripts":{"build":"node scripts/a.js"}}' }, { found })).toEqual([])
  })

  it('include scripts that npm runs during the installation', () => {
    const manifest =
      '{\n  "name": "postinstall",\n  "scripts": {\n    "test": "a",\n    "postinstall": "node b.js"\n  }\n}'
    expect(shown({ 'package.json': manifest })).toEqual(['install-scripts package.json:5 postinstall 1'])
    expect(shown({ 'package.json': '{"scripts":{"prepare":"a","test":"b","install":""}}' })).toEqual([])
    expect(shown({ 'package.json': '{"scripts":"postinstall"}' })).toEqual([])
    expect(shown({ 'package.json': '{"scripts":{"install":"a","preinstall":"b"}}' })).toEqual([
      'install-scripts package.json:1 preinstall 2',
    ])
    expect(shown({ 'package.json': 'not JSON' })).toEqual([])
  })

  it('include native code, which npm builds without a script', () => {
    const files = { 'package.json': '{}', 'binding.gyp': '{}' }
    expect(shown(files, { native: ['binding.gyp'] })).toEqual([
      'install-scripts binding.gyp:1 binding.gyp 1',
      'native-code binding.gyp:1 binding.gyp 1',
    ])
    expect(shown({ 'package.json': '{"gypfile":false}', 'binding.gyp': '{}' })).toEqual([])
    expect(shown({}, { native: ['prebuilds/linux-x64/a.node'] })).toEqual([
      'native-code prebuilds/linux-x64/a.node:1 a.node 1',
    ])
  })

  it('include the setup.py of a source distribution, but not that of a wheel', () => {
    const files = { 'setup.py': 'setup()', 'PKG-INFO': 'Name: a' }
    expect(shown(files, { ecosystem: 'PyPI' })).toEqual(['install-scripts setup.py:1 setup.py 1'])
    expect(shown({ 'setup.py': '' }, { ecosystem: 'PyPI' })).toEqual([])
    expect(shown({}, { ecosystem: 'PyPI', native: ['a/_speedups.cpython-313-x86_64-linux-gnu.so', 'a/b.c'] })).toEqual([
      'native-code a/_speedups.cpython-313-x86_64-linux-gnu.so:1 _speedups.cpython-313-x86_64-linux-gnu.so 1',
    ])
  })
})
