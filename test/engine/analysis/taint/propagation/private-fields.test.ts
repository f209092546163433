import { describe, expect, it } from 'vitest'
import { privateName } from '../../../../../src/engine/analysis/ir/private-name.ts'
import { mergedShape } from '../../../../../src/engine/analysis/schemas/shape.ts'
import { Shapes } from '../../../../../src/engine/analysis/taint/propagation/shapes.ts'
import { maskOf } from '../../../../../src/engine/analysis/taint-kind.ts'
import { flowsIn } from './found-flows.ts'

const path = maskOf('path')

const linesRead = (text: string) =>
  flowsIn({
    'a.ts': `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
const server = new McpServer({ name: 's', version: '1' })
${text}`,
  })
    .flows.filter(({ kind }) => kind === 'path')
    .map(({ steps }) => steps.at(-1)?.line)

const tool = (body: string) => `server.tool('read', 'Reads', { file: z.any() }, async ({ file }) => ${body})\n`

describe('private fields', () => {
  it('carry what their class stores', () => {
    expect(
      linesRead(
        `class Reader { #file; constructor(file) { this.#file = file } read() { return readFileSync(this.#file) } }
${tool('new Reader(file).read()')}`,
      ),
    ).toEqual([5])
  })

  it('may be part of a value whose creator is unknown', () => {
    const reader = `class Reader { #file = '/a'; static read(one) { return readFileSync(one.#file) } }\n`
    expect(linesRead(reader + tool('Reader.read(file)'))).toEqual([5])
  })

  it('differ from a property with a number sign', () => {
    expect(linesRead(tool("readFileSync(file['#text'])"))).toEqual([5])
    const both = `class Reader { '#file'; #file = '/a'; constructor(file) { this['#file'] = file } `
    expect(
      linesRead(`${both}read() { return readFileSync(this.#file) } }\n${tool('new Reader(file).read()')}`),
    ).toEqual([])
    expect(
      linesRead(`${both}read() { return readFileSync(this['#file']) } }\n${tool('new Reader(file).read()')}`),
    ).toEqual([5])
  })
})

describe('shapes with private fields', () => {
  const shapes = new Shapes()
  shapes.trustPrivateFields()
  const text = shapes.number({ carries: path })
  const object = shapes.wrap(text, privateName('file'))
  const privateOf = (shape: number | undefined) => shapes.at(shape ?? -1, privateName('file'))

  it('may have them until they are trusted', () => {
    const careful = new Shapes()
    expect(careful.at(careful.number({ carries: path }), privateName('file'))).not.toBeUndefined()
  })

  it('have them only if code stored them', () => {
    expect(privateOf(object)).toBe(text)
    expect([shapes.at(object, 'file'), privateOf(text)]).toEqual([undefined, undefined])
    expect(shapes.at(text, 'file')).not.toBeUndefined()
    expect(shapes.at(text, '#file')).not.toBeUndefined()
  })

  it.each([
    ['merged', shapes.merged(object)],
    ['flat', shapes.flat(shapes.wrap(shapes.wrap(object, 'a'), 'b'))],
    ['merged inside another object', shapes.merged(shapes.wrap(object, 'a'))],
    ['checked for some kinds of taint', shapes.without(shapes.merged(object), maskOf('url')) ?? -1],
    ['partly replaced', shapes.replaced(shapes.merged(object), ['other'])],
  ])('may still have them when %s', (_name, merged) => {
    const parts = ['b', 'a'].reduce((at, key) => shapes.at(at, key) ?? at, merged)
    expect(privateOf(parts)).not.toBeUndefined()
    expect(privateOf(shapes.only(parts, path))).not.toBeUndefined()
    expect(privateOf(shapes.without(parts, maskOf('url')))).not.toBeUndefined()
  })

  it('have none after they become text', () => {
    expect(privateOf(shapes.text(shapes.merged(object), 0))).toBeUndefined()
    expect(mergedShape(path, { carries: path, others: { carries: path } })).toEqual({ carries: path })
  })
})
