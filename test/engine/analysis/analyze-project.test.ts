import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { emptyServerSurface } from '../../../src/engine/analysis/server-surface/server-surface.ts'
import { analyzeProject } from '../../../src/engine/analysis/analyze-project.ts'
import { encodeModule } from '../../../src/engine/analysis/ir/encode-module.ts'
import { lowerJavaScriptText } from '../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import {
  type EncodedModule,
  isModuleSettings,
  packProject,
  unpackProject,
} from '../../../src/engine/analysis/project-container.ts'
import { taintLimits } from '../../../src/engine/analysis/taint-limits.ts'
import { tool } from './taint/propagation/found-flows.ts'

const unit = (path: string, text: string): EncodedModule => ({
  path,
  unit: encodeModule(lowerJavaScriptText(text, 'js')),
})
const project = (units: readonly EncodedModule[], settings: Readonly<Record<string, string>> = {}) =>
  packProject({ units, settings: new Map(Object.entries(settings)) })

describe('a project in one content', () => {
  it('is what was packed', () => {
    const units = [unit('a.js', 'export const a = 1'), unit('ö/b.js', ''), { path: 'empty', unit: Buffer.alloc(0) }]
    const content = unpackProject(project(units, { 'package.json': '{"name": "ü\0"}', 'tsconfig.json': '' }))
    expect(content.units.map(({ path, unit: bytes }) => [path, Buffer.from(bytes)])).toEqual(
      units.map(({ path, unit: bytes }) => [path, bytes]),
    )
    expect([...content.settings]).toEqual([
      ['package.json', '{"name": "ü\0"}'],
      ['tsconfig.json', ''],
    ])
    expect(unpackProject(project([]))).toEqual({ units: [], settings: new Map() })
  })

  it('is nothing when it is cut off anywhere', () => {
    const whole = project([unit('a.js', 'export const a = 1'), unit('b.js', 'f(x)')], { 'package.json': '{}' })
    for (let length = 0; length < whole.length; length += 1)
      expect(() => unpackProject(whole.subarray(0, length)), `${length}`).toThrow()
  })

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a length alone', Buffer.of(0, 0, 0, 2)],
    ['a length that is too great', Buffer.from('ffffffff7b7d', 'hex')],
    ['no JSON', Buffer.concat([Buffer.of(0, 0, 0, 4), Buffer.from('nope')])],
    ['JSON of another shape', Buffer.concat([Buffer.of(0, 0, 0, 2), Buffer.from('{}')])],
    [
      'lengths that are none',
      Buffer.concat([Buffer.of(0, 0, 0, 41), Buffer.from('{"units":[["a.js",-1]],"settings":[]}    ')]),
    ],
    [
      'lengths that are too great',
      Buffer.concat([Buffer.of(0, 0, 0, 41), Buffer.from('{"units":[["a.js",9e9]],"settings":[]}   ')]),
    ],
    ['other bytes', Buffer.concat([Buffer.of(0, 0, 0, 50), randomBytes(5_000)])],
  ])('is not %s', (_what, content) => {
    expect(() => unpackProject(content)).toThrow()
  })

  it('has settings of modules, as long as they are small', () => {
    expect(
      ['package.json', 'a/package.json', 'tsconfig.json', 'a/tsconfig.build.json', 'jsconfig.json'].filter(
        (path) => !isModuleSettings(path, 100),
      ),
    ).toEqual([])
    expect(
      ['package-lock.json', 'xpackage.json', 'package.json/a', 'tsconfig.js'].filter((path) =>
        isModuleSettings(path, 100),
      ),
    ).toEqual([])
    expect(isModuleSettings('package.json', taintLimits.maxSettingsFileBytes + 1)).toBe(false)
  })
})

describe('following data through a project', () => {
  const server = unit('index.js', tool('exec(a)'))

  it('does not depend on the order of files', () => {
    const units = [
      server,
      unit('b.js', 'export const b = 1'),
      unit('a.js', "import { b } from './b.js'\nexport const a = b"),
    ]
    const report = analyzeProject({ content: project(units) })
    expect(report.flows).toHaveLength(1)
    expect(analyzeProject({ content: project(units.toReversed()) })).toEqual(report)
  })

  it('leaves out what is no unit, and tells it', () => {
    const broken = [
      Buffer.alloc(0),
      Buffer.from('rubbish'),
      server.unit.subarray(0, -1),
      Buffer.concat([server.unit, Buffer.of(0)]),
    ].map((bytes, index) => ({ path: `${index}.js`, unit: bytes }))
    const report = analyzeProject({ content: project([...broken, server]) })
    expect(report).toMatchObject({
      files: 1,
      flows: [{ kind: 'command' }],
      partial: 'the stored representation of 4 of 5 files is unreadable',
    })
  })

  it('ends with any bytes of a unit being others', () => {
    for (let at = 0; at < server.unit.length; at += 37) {
      const changed = Buffer.from(server.unit)
      changed[at] = (changed[at] ?? 0) ^ 0x15
      const report = analyzeProject({ content: project([{ path: 'index.js', unit: changed }]) })
      expect(report.files === 1 || report.partial !== undefined).toBe(true)
    }
  })

  it('ends when the time is over that it was given, and tells it', () => {
    const report = analyzeProject({ content: packProject({ units: [server], settings: new Map(), withinMs: 0 }) })
    expect(report).toMatchObject({
      files: 1,
      partial: 'the taint analysis reached its time limit; some data flows were not analyzed',
    })
  })

  it('of nothing gives nothing', () => {
    expect(analyzeProject({ content: project([]) })).toEqual({
      flows: [],
      tools: [],
      exposure: emptyServerSurface,
      files: 0,
      nodes: 0,
    })
  })
})
