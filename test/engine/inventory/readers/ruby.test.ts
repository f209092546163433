import { describe, expect, it } from 'vitest'
import { gemfileLock } from '../../../../src/engine/inventory/readers/ruby/gemfile-lock.ts'
import { edgesOf, packageLines, readFiles, requestLines } from './support/read-files.ts'

const lock = `GIT
  remote: https://git.example/fork.git
  revision: 0123456789
  branch: main
  specs:
    fork (0.5.0.pre)
      rack (>= 2)

PATH
  remote: .
  specs:
    own (0.1.0)
      rack

PATH
  remote: ../../elsewhere
  specs:
    elsewhere (0.2.0)

GEM
  remote: https://gems.example/
  specs:
    nokogiri (1.15.0)
      mini_portile2 (~> 2.8)
      racc (~> 1.4)
    nokogiri (1.15.0-x86_64-linux)
      racc (~> 1.4)
    nokogiri (1.15.0-arm64-darwin)
      racc (~> 1.4)
    mini_portile2 (2.8.1)
    racc (1.7.0-java)
    rack (3.0.0.rc1)
    broken

PLATFORMS
  ruby
  x86_64-linux

DEPENDENCIES
  fork!
  nokogiri (~> 1.15)
  own!

CHECKSUMS
  nokogiri (1.15.0) sha256=00

RUBY VERSION
   ruby 3.2.0p0

BUNDLED WITH
   2.5.0
`

describe('Gemfile.lock', () => {
  it.each([['\n'], ['\r\n']])('reads gems of registries and repositories once for all platforms (%j)', (end) => {
    const reading = readFiles(gemfileLock, { 'app/Gemfile.lock': lock.replaceAll('\n', end) })
    expect(packageLines(reading)).toEqual([
      'fork@0.5.0.pre direct',
      'nokogiri@1.15.0 direct',
      'mini_portile2@2.8.1 transitive',
      'racc@1.7.0 transitive',
      'rack@3.0.0.rc1 transitive',
    ])
    expect(requestLines(reading)).toEqual(['elsewhere ../../elsewhere: it is a folder outside the project'])
    expect(edgesOf(reading)).toEqual({
      'fork@0.5.0.pre': ['rack@3.0.0.rc1'],
      'nokogiri@1.15.0': ['mini_portile2@2.8.1', 'racc@1.7.0'],
    })
    expect(reading.packages.map(({ line }) => line)).toEqual([6, 23, 30, 31, 32])
  })

  it('reads gems.locked, and tells what is no such file', () => {
    expect(packageLines(readFiles(gemfileLock, { 'gems.locked': lock }))).toHaveLength(5)
    expect(() => readFiles(gemfileLock, { 'Gemfile.lock': '<<<<<<< HEAD\nconflict\n' })).toThrow(
      'has no Bundler section',
    )
  })
})
