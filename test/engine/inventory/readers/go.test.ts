import { describe, expect, it } from 'vitest'
import { goMod } from '../../../../src/engine/inventory/readers/go/go-mod.ts'
import { packageLines, readFiles, requestLines } from './support/read-files.ts'

const read = (text: string, others: Readonly<Record<string, string>> = {}) =>
  readFiles(goMod, { 'service/go.mod': text, ...others })

describe('go.mod', () => {
  it('reads requirements in blocks and alone, quoted and with comments', () => {
    const reading = read(
      [
        'module example.com/app // the app',
        '',
        'go 1.22',
        '',
        'require github.com/a/b v1.2.3',
        'require (',
        '\t"example.com/quoted" v0.1.0-20240101000000-0123456789ab',
        '\texample.com/c/v2 v2.0.0+incompatible // indirect',
        '\texample.com/d v1.0.0 // indirect; for a reason',
        '\texample.com/e v1.0.0 // indirectly needed',
        '\texample.com/f master',
        ')',
        'exclude example.com/d v0.9.0',
        'retract v1.0.0',
        'tool example.com/a/b/cmd',
      ].join('\r\n'),
    )
    expect(packageLines(reading)).toEqual([
      'github.com/a/b@1.2.3 direct',
      'example.com/quoted@0.1.0-20240101000000-0123456789ab direct',
      'example.com/c/v2@2.0.0+incompatible transitive (indirect)',
      'example.com/d@1.0.0 transitive (indirect)',
      'example.com/e@1.0.0 direct',
      'stdlib@1.22 direct',
    ])
    expect(requestLines(reading)).toEqual(['example.com/f master: the requested version is a branch or a commit'])
    expect(reading.packages.map(({ line }) => line)).toEqual([5, 7, 8, 9, 10, 3])
    expect(reading.project).toEqual({ name: 'example.com/app' })
  })

  it('puts replacements in place, those of a version before those of all', () => {
    const reading = read(
      [
        'module m',
        'go 1.20',
        'require (',
        '\ta.example/a v1.0.0',
        '\tb.example/b v1.0.0',
        '\tc.example/c v1.0.0',
        '\td.example/d v1.0.0',
        '\te.example/e v1.0.0',
        ')',
        'replace a.example/a => fork.example/a v1.1.0',
        'replace (',
        '\tb.example/b v0.9.0 => fork.example/b v0.9.1',
        '\tc.example/c => ../libs/c',
        '\td.example/d => ../../elsewhere/d',
        '\te.example/e v1.0.0 => fork.example/e v1.0.1',
        '\te.example/e => fork.example/wrong v9.0.0',
        ')',
      ].join('\n'),
    )
    expect(packageLines(reading)).toEqual([
      'fork.example/a@1.1.0 direct',
      'b.example/b@1.0.0 direct',
      'fork.example/e@1.0.1 direct',
      'stdlib@1.20 direct',
    ])
    expect(requestLines(reading)).toEqual([
      'd.example/d ../../elsewhere/d: it is replaced by a folder outside the project',
    ])
  })

  it('lists the standard library where a release or a language version is named', () => {
    expect(packageLines(read('module m\ngo 1.22.3\n'))).toEqual(['stdlib@1.22.3 direct'])
    expect(packageLines(read('module m\ngo 1.21.0\ntoolchain go1.22.5-vendor\n'))).toEqual(['stdlib@1.22.5 direct'])
    // A language version means the first release that can build it.
    expect(packageLines(read('module m\ngo 1.21\n'))).toEqual(['stdlib@1.21 direct'])
    expect(packageLines(read('module m\ngo 1.22rc1\ntoolchain default\n'))).toEqual([])
  })

  it('completes go.mod files from before 1.17 with go.sum, by the highest version that is built', () => {
    const sum = [
      'a.example/a v1.0.0 h1:x=',
      'a.example/a v1.0.0/go.mod h1:x=',
      't.example/t v1.9.0 h1:x=',
      't.example/t v1.10.0 h1:x=',
      't.example/t v1.11.0/go.mod h1:x=',
      'only.example/mod v1.0.0/go.mod h1:x=',
      'fork.example/b v2.0.0 h1:x=',
      'broken',
      'x.example/x version h1:x=',
    ].join('\n')
    const mod = (go: string) =>
      `module m\n${go}\nrequire a.example/a v1.0.0\nrequire b.example/b v1.0.0\nreplace b.example/b => ` +
      `fork.example/b v2.0.0\n`
    const direct = ['a.example/a@1.0.0 direct', 'fork.example/b@2.0.0 direct']
    expect(packageLines(read(mod('go 1.16'), { 'service/go.sum': sum }))).toEqual([
      ...direct,
      't.example/t@1.10.0 transitive (indirect)',
      'stdlib@1.16 direct',
    ])
    expect(packageLines(read(mod(''), { 'service/go.sum': sum }))).toEqual([
      ...direct,
      't.example/t@1.10.0 transitive (indirect)',
    ])
    expect(packageLines(read(mod('go 1.17'), { 'service/go.sum': sum }))).toEqual([...direct, 'stdlib@1.17 direct'])
  })

  it('lists a replacement of a module that only others require before 1.17', () => {
    const mod =
      'module m\nrequire a.example/a v1.0.0\nreplace (\n t.example/t => fork.example/t v1.2.0\n' +
      ' u.example/u v1.0.0 => fork.example/u v1.0.1\n gone.example/g => fork.example/g v1.0.0\n)\n'
    const sum =
      'a.example/a v1.0.0 h1:x=\nfork.example/t v1.2.0 h1:x=\nfork.example/u v1.0.1 h1:x=\n' +
      'fork.example/g v1.0.0/go.mod h1:x=\n'
    expect(packageLines(read(mod, { 'service/go.sum': sum }))).toEqual([
      'a.example/a@1.0.0 direct',
      'fork.example/t@1.2.0 transitive (indirect)',
      'fork.example/u@1.0.1 transitive (indirect)',
    ])
  })

  it('takes modules of its workspace from their folders, whatever version is asked for', () => {
    const work = 'go 1.22\nuse ./service\nuse (\n\t./libs/b // a comment\n\t"../outside"\n\t./gone\n)\n'
    const mod = 'module m\nrequire libs.example/b v0.0.0\nrequire other.example/c v1.0.0\n'
    const others = { 'libs/b/go.mod': 'module libs.example/b\n', 'libs/c/go.mod': 'module other.example/c\n' }
    expect(packageLines(read(mod, { ...others, 'go.work': work }))).toEqual(['other.example/c@1.0.0 direct'])
    expect(packageLines(read(mod, { ...others, 'go.work': 'use ./libs/b\n' }))).toEqual([
      'libs.example/b@0.0.0 direct',
      'other.example/c@1.0.0 direct',
    ])
    expect(
      packageLines(readFiles(goMod, { 'a/b/go.mod': mod, 'a/go.work': 'use ./b\nuse ../libs/b\n', ...others })),
    ).toEqual(['other.example/c@1.0.0 direct'])
  })

  it('reads requirements without a module name, and refuses a file without both', () => {
    expect(packageLines(read('require a.example/b v1.0.0\n'))).toEqual(['a.example/b@1.0.0 direct'])
    expect(() => read('this is something else')).toThrow('has neither a module name nor requirements')
  })
})
