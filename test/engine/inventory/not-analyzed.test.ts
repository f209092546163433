import { describe, expect, it } from 'vitest'
import { notAnalyzedOf } from '../../../src/engine/inventory/not-analyzed/not-analyzed.ts'
import { notAnalyzedText } from '../../../src/engine/reports/not-analyzed-text.ts'
import { type FileContent, projectSnapshot } from './project-snapshot.ts'

const listed = (files: Readonly<Record<string, FileContent>>) =>
  notAnalyzedOf(projectSnapshot(files))?.items.map((item) => `${item.kind}: ${notAnalyzedText(item)}`) ?? []

describe('material that is not analyzed', () => {
  it('names the images of a Dockerfile, without its own stages', () => {
    const text =
      'ARG VERSION=24\nFROM node:$VERSION-slim AS build\nFROM build\nCOPY --from=0 /a /a\n' +
      'COPY --from=registry.example/tools:1 /b /b\nFROM scratch'
    expect(listed({ Dockerfile: text })).toEqual([
      'container-image: node:24-slim (Dockerfile:2)',
      'container-image: registry.example/tools:1 (Dockerfile:5)',
    ])
  })

  it('names the images of services that a Compose file does not build', () => {
    const text = 'services:\n  db:\n    image: postgres:18\n  web:\n    build: .\n    image: acme/web\n'
    expect(listed({ 'compose.yaml': text })).toEqual(['container-image: postgres:18 (compose.yaml:3)'])
  })

  it('names scripts that a page loads from another host', () => {
    const page = '<html>\n<script src="/own.js"></script>\n<script async src="https://cdn.example/a@1/b.js"></script>'
    expect(listed({ 'public/index.html': page })).toEqual([
      'remote-script: https://cdn.example/a@1/b.js (public/index.html:3)',
    ])
  })

  it('names copies of libraries by their banner', () => {
    expect(
      listed({
        'public/js/jquery.min.js': '/*! jQuery v3.3.1 | (c) JS Foundation */\n!function(){}()',
        'vendor/lib.js': '/*!\n * Chart.js v2.9.4\n * https://chart.example\n */\n',
        'src/own.js': '/*! Own v1.0.0 */\n',
        'vendor/plain.js': 'let a = 1',
      }),
    ).toEqual([
      'vendored-library: jQuery 3.3.1 (public/js/jquery.min.js:1)',
      'vendored-library: Chart.js 2.9.4 (vendor/lib.js:1)',
    ])
  })

  it('names archives and compiled files, also without an extension', () => {
    expect(
      listed({
        'lib/server.jar': 'PK',
        'bin/tool': Buffer.from('7f454c4602010100', 'hex'),
        'bin/script': '#!/bin/sh\n',
        'lib/a.so.1': 'x',
      }),
    ).toEqual(['archive: lib/server.jar', 'binary: bin/tool', 'binary: lib/a.so.1'])
  })

  it('names tools, system packages, and deployments', () => {
    expect(
      listed({ '.tool-versions': 'node 24', 'flake.lock': '{}', 'Chart.yaml': 'a: b', '.gitmodules': '[submodule]' }),
    ).toEqual([
      'submodule: .gitmodules',
      'system-packages: flake.lock',
      'build-tools: .tool-versions',
      'infrastructure: Chart.yaml',
    ])
  })

  it('omits tests, installed packages, and everything that is read', () => {
    expect(
      listed({ 'test/a.jar': 'PK', 'node_modules/a/a.wasm': 'x', 'bin/server.deps.json': '{}', 'src/a.ts': '' }),
    ).toEqual([])
    expect(notAnalyzedOf(projectSnapshot({ 'a.ts': '' }))).toBeUndefined()
  })

  it('counts all items and lists the first ones', () => {
    const files = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`lib/${index}.jar`, 'PK']))
    const material = notAnalyzedOf(projectSnapshot(files))
    expect([material?.total, material?.items.length]).toEqual([250, 200])
  })

  it('reads a page of open tags and a hostile banner in linear time', () => {
    const page = '<script '.repeat(100_000)
    const banner = `/*! ${'a '.repeat(200)}`
    const before = performance.now()
    expect(listed({ 'index.html': page, 'vendor/a.js': banner })).toEqual([])
    expect(performance.now() - before).toBeLessThan(2_000)
  })
})
