import { basename, dirname } from 'node:path/posix'
import type { FileReason } from '../reasons/file-reasons.ts'
import type { Ecosystem } from '../../model/component.ts'

/** A file that lists dependencies in an unsupported format. */
export interface UnreadFormat {
  readonly name: string | RegExp
  /** True if the pattern matches the path instead of the file name. */
  readonly isPath?: true
  /** Reason and remedy, phrased as the end of a sentence about the file. */
  readonly reason: FileReason
  /**
   * Ecosystem of the file. If a file of this ecosystem in the same folder is read, this file is not a gap, because the
   * other one contains the same information.
   */
  readonly ecosystem?: Ecosystem
  /** True if the file contains the complete graph, so that only a lockfile is equivalent. */
  readonly isLockfile?: true
  /**
   * String that occurs in every such file that lists dependencies. Files without it list none, or have a different
   * format.
   */
  readonly signature?: string
  /** True if the project is in the parent folder, as is the case for `vendor/modules.txt`. */
  readonly isInSubfolder?: true
}

const noReader = 'unsupported-package-list'

const inCode = 'computed-in-code'

/** Known formats that are not supported. They are listed so that projects with such files are not silently ignored. */
const unreadFormats: readonly UnreadFormat[] = [
  {
    name: 'bun.lockb',
    reason: 'binary-bun-lockfile',
    ecosystem: 'npm',
    isLockfile: true,
  },
  {
    name: 'setup.py',
    reason: 'computed-in-code-python',
    ecosystem: 'PyPI',
  },
  { name: 'build.sbt', reason: 'computed-in-code', ecosystem: 'Maven' },
  {
    name: 'mix.exs',
    reason: 'computed-in-code-mix',
    ecosystem: 'Hex',
  },
  { name: 'rebar.config.lock', reason: noReader, ecosystem: 'Hex', isLockfile: true },
  { name: 'rebar.config', reason: inCode, ecosystem: 'Hex', signature: '{deps' },
  { name: 'paket.dependencies', reason: noReader, ecosystem: 'NuGet', signature: 'nuget' },
  { name: /\.nuspec$/, reason: noReader, ecosystem: 'NuGet', signature: '<dependency' },
  { name: 'pixi.lock', reason: noReader },
  { name: /(?:^|\/)conda-meta\/[^/]+\.json$/, isPath: true, reason: noReader },
  { name: /(?:\.egg-info|EGG-INFO)\/PKG-INFO$|\.egg-info$/, isPath: true, reason: noReader },
  { name: 'buildozer.spec', reason: noReader, ecosystem: 'PyPI', signature: 'requirements' },
  { name: 'Package.swift', reason: inCode, ecosystem: 'SwiftURL', signature: '.package(' },
  { name: 'Podfile', reason: inCode, ecosystem: 'CocoaPods', signature: 'pod ' },
  { name: 'Cartfile', reason: noReader, ecosystem: 'Carthage' },
  { name: 'stack.yaml', reason: noReader, ecosystem: 'Hackage', signature: 'extra-deps' },
  { name: 'cabal.config', reason: noReader, ecosystem: 'Hackage', signature: 'constraints' },
  { name: 'cabal.project', reason: noReader, ecosystem: 'Hackage', signature: 'source-repository-package' },
  { name: /\.cabal$/, reason: noReader, ecosystem: 'Hackage', signature: 'build-depends' },
  { name: 'vcpkg-configuration.json', reason: noReader, ecosystem: 'vcpkg', signature: 'registries' },
  { name: 'conanfile.txt', reason: noReader, ecosystem: 'ConanCenter', signature: '[requires]' },
  { name: 'conanfile.py', reason: inCode, ecosystem: 'ConanCenter', signature: 'requires' },
  { name: 'cpanfile', reason: inCode, ecosystem: 'CPAN', signature: 'requires' },
  { name: /^META\.(?:json|yml)$/, reason: noReader, signature: 'meta-spec' },
  { name: /^(?:go\.sum|go\.work(?:\.sum)?|Gopkg\.lock|glide\.lock)$/, reason: noReader, ecosystem: 'Go' },
  { name: /(?:^|\/)vendor\/modules\.txt$/, isPath: true, reason: noReader, ecosystem: 'Go', isInSubfolder: true },
  { name: /(?:^|\/)Godeps\/Godeps\.json$/, isPath: true, reason: noReader, ecosystem: 'Go', isInSubfolder: true },
  { name: '.pnp.cjs', reason: noReader, ecosystem: 'npm', isLockfile: true },
  { name: /^(?:\w+\.)?esy\.lock$/, reason: noReader },
  { name: 'bower.json', reason: noReader, signature: '"dependencies"' },
  { name: /\.pom$/, reason: noReader, ecosystem: 'Maven', signature: '<dependency>' },
  { name: 'project.clj', reason: inCode, ecosystem: 'Maven', signature: 'defproject' },
  { name: /^(?:Mavenfile|Jarfile|[Bb]uildfile)$/, reason: inCode, ecosystem: 'Maven' },
  { name: 'maven_install.json', reason: noReader, ecosystem: 'Maven' },
  { name: 'MODULE.bazel', reason: noReader, signature: 'bazel_dep(' },
  { name: /^BUILD(?:\.bazel)?$/, reason: inCode, signature: 'maven_install(' },
  { name: 'MODULE.bazel.lock', reason: noReader },
  { name: /^WORKSPACE(?:\.bazel|\.bzlmod)?$/, reason: inCode, signature: 'load(' },
  { name: 'gleam.toml', reason: noReader, ecosystem: 'Hex', signature: 'dependencies]' },
  { name: /^elm(?:-package)?\.json$/, reason: noReader, signature: '"elm-version"' },
  { name: /^(?:Julia)?Project\.toml$/, reason: noReader, signature: '[deps]' },
  { name: /^(?:Julia)?Manifest(?:-v\d+\.\d+)?\.toml$/, reason: noReader, signature: 'uuid' },
  { name: /^opam$|\.opam$|\.opam\.locked$/, reason: noReader, signature: 'depends' },
  { name: 'dune-project', reason: noReader, signature: '(depends' },
  { name: /^(?:Cask|Eask)$/, reason: noReader, signature: 'depends-on' },
  { name: 'xmake.lua', reason: inCode, signature: 'add_requires' },
  { name: /^(?:DEPS|\.gclient)$/, reason: inCode, signature: 'deps' },
  { name: /\.rockspec$/, reason: noReader, signature: 'dependencies' },
  { name: /\.nimble$/, reason: noReader, signature: 'requires' },
  { name: /^shard\.(?:yml|lock)$/, reason: noReader },
  { name: /^dub\.(?:json|sdl|selections\.json)$/, reason: noReader },
  { name: /\.spdx\.(?:ya?ml|rdf|rdf\.xml|xml)$/i, reason: noReader },
]

/** Returns the unsupported format of a file, or undefined if its format is supported or unknown. */
export function unreadFormatOf(path: string): UnreadFormat | undefined {
  const file = basename(path)
  return unreadFormats.find(({ name, isPath }) =>
    typeof name === 'string' ? name === file : name.test(isPath === true ? path : file),
  )
}

/** Returns the folder of the project that such a file belongs to. */
export const folderOfUnread = (path: string, { isInSubfolder }: UnreadFormat): string =>
  isInSubfolder === true ? dirname(dirname(path)) : dirname(path)
