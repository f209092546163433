import { describe, expect, it } from 'vitest'
import { notAnalyzedOf } from '../../../../src/engine/inventory/not-analyzed/not-analyzed.ts'
import { projectInventoryOf } from '../project-inventory-of.ts'
import { type FileContent, projectSnapshot } from '../project-snapshot.ts'

/** Files that earlier versions skipped silently, with the minimum content that lists something. */
const material: readonly (readonly [what: string, files: Readonly<Record<string, FileContent>>, answer: string])[] = [
  ['requirements without versions', { 'requirements.txt': 'flask>=2.0\nrequests\nmcp\n' }, 'gap'],
  ['a version catalog', { 'gradle/libs.versions.toml': '[libraries]\na = "g:a:1.0"\n' }, 'components'],
  [
    'checksums of Gradle',
    {
      'gradle/verification-metadata.xml':
        '<verification-metadata><components><component group="g" name="a" version="1.0"/></components>' +
        '</verification-metadata>',
    },
    'components',
  ],
  ['input of pip-compile', { 'requirements.in': 'a==1.0\n' }, 'components'],
  ['a gemspec', { 'shop.gemspec': "Gem::Specification.new do |s|\n  s.add_dependency 'a', '>= 1'\nend\n" }, 'gap'],
  ['an image', { Dockerfile: 'FROM node:20\n' }, 'not analyzed'],
  ['images of a composition', { 'compose.yaml': 'services:\n  db:\n    image: postgres:16\n' }, 'not analyzed'],
  [
    'a CycloneDX document',
    {
      'bom.json':
        '{"bomFormat":"CycloneDX","specVersion":"1.5","components":' +
        '[{"type":"library","name":"a","version":"1.0","purl":"pkg:npm/a@1.0"}]}',
    },
    'components',
  ],
  [
    'an SPDX document',
    {
      'shop.spdx.json':
        '{"spdxVersion":"SPDX-2.3","packages":[{"SPDXID":"a","name":"a","versionInfo":"1.0",' +
        '"externalRefs":[{"referenceType":"purl","referenceLocator":"pkg:npm/a@1.0"}]}]}',
    },
    'components',
  ],
  ['packages of Alpine', { 'rootfs/lib/apk/db/installed': 'P:a\nV:1.0-r0\n' }, 'components'],
  [
    'packages of Debian',
    { 'rootfs/var/lib/dpkg/status': 'Package: a\nStatus: install ok installed\nVersion: 1.0-1\n' },
    'components',
  ],
  ['an installed Python package', { 'lib/a-1.0.dist-info/METADATA': 'Name: a\nVersion: 1.0\n' }, 'components'],
  ['an archive of Java', { 'lib/a.jar': 'PK' }, 'not analyzed'],
  ['submodules', { '.gitmodules': '[submodule "a"]\n\tpath = a\n\turl = https://git.example/a\n' }, 'not analyzed'],
  ['a vendored library', { 'static/jquery.js': '/*! jQuery v3.3.1 | (c) JS Foundation */\n' }, 'not analyzed'],
  [
    'a script from a network',
    { 'index.html': '<script src="https://cdn.example/jquery-3.3.1.min.js"></script>' },
    'not analyzed',
  ],
  ['modules of Bazel', { 'MODULE.bazel': 'bazel_dep(name = "a", version = "1.0")\n' }, 'gap'],
  ['a project of Julia', { 'Project.toml': '[deps]\na = "uuid"\n' }, 'gap'],
  ['a project of Gleam', { 'gleam.toml': 'name = "a"\n[dependencies]\nb = "~> 1"\n' }, 'gap'],
  ['a package of opam', { 'shop.opam': 'depends: [ "a" ]\n' }, 'gap'],
  ['a package of Nim', { 'shop.nimble': 'requires "a >= 1.0"\n' }, 'gap'],
  ['a package of Lua', { 'shop-1.0-1.rockspec': 'dependencies = { "a" }\n' }, 'gap'],
  ['a package of Elm', { 'elm.json': '{"elm-version": "0.19.1", "dependencies": {}}' }, 'gap'],
  ['metadata of conda', { 'env/conda-meta/a-1.0.json': '{"name":"a","version":"1.0"}' }, 'gap'],
  ['requests of Paket', { 'paket.dependencies': 'nuget A\n' }, 'gap'],
  ['vendored modules of Go', { 'vendor/modules.txt': '# a.example/b v1.0.0\n' }, 'gap'],
  ['tools of mise', { 'mise.toml': '[tools]\nnode = "20"\n' }, 'not analyzed'],
  ['tools of asdf', { '.tool-versions': 'nodejs 20.0.0\n' }, 'not analyzed'],
  ['a lockfile of Conan', { 'conan.lock': '{"version":"0.5","requires":["a/1.0#x"]}' }, 'components'],
  ['a lockfile of CocoaPods', { 'Podfile.lock': 'PODS:\n  - A (1.0)\n\nDEPENDENCIES:\n  - A\n' }, 'components'],
  [
    'a lockfile of Swift',
    {
      'Package.resolved':
        '{"version":2,"pins":[{"identity":"a","kind":"remoteSourceControl","location":"https://git.example/a/a.git",' +
        '"state":{"revision":"abc","version":"1.0.0"}}]}',
    },
    'components',
  ],
  ['a lockfile of Carthage', { 'Cartfile.resolved': 'github "a/a" "1.0.0"\n' }, 'components'],
  [
    'a lockfile of renv',
    {
      'renv.lock':
        '{"R":{"Version":"4.0"},"Packages":' +
        '{"a":{"Package":"a","Version":"1.0","Source":"Repository","Repository":"CRAN"}}}',
    },
    'components',
  ],
  ['a freeze file of Cabal', { 'cabal.project.freeze': 'constraints: any.a ==1.0\n' }, 'components'],
  ['a lockfile of Paket', { 'paket.lock': 'NUGET\n  remote: https://nuget.example\n    A (1.0)\n' }, 'components'],
  ['an environment of conda', { 'environment.yml': 'dependencies:\n  - a==1.0\n' }, 'components'],
  ['a manifest of vcpkg', { 'vcpkg.json': '{"dependencies":["a"]}' }, 'gap'],
  ['code that computes dependencies', { 'setup.py': 'from setuptools import setup\nsetup()\n' }, 'gap'],
  ['a Gemfile', { Gemfile: "gem 'a', '~> 1'\n" }, 'gap'],
]

describe('material that no scan passes over', () => {
  it.each(material)('%s', async (_what, files, answer) => {
    const { components, unresolved, unreadable = [], complete } = await projectInventoryOf(files)
    const hasGap = !complete || unresolved.length + unreadable.length > 0
    const named = notAnalyzedOf(projectSnapshot(files))?.total ?? 0
    expect(components.length > 0 ? 'components' : hasGap ? 'gap' : named > 0 ? 'not analyzed' : 'silence').toBe(answer)
  })
})
