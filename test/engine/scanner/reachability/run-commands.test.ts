import { describe, expect, it } from 'vitest'
import { runCommands } from '../../../../src/engine/scanner/reachability/run-commands.ts'

const snapshotOf = (texts: Readonly<Record<string, string>>) => ({
  skipped: [],
  files: new Map(
    Object.entries(texts).map(([path, text]) => {
      const content = Buffer.from(text)
      return [path, { path, content, size: content.length }] as const
    }),
  ),
})

const wordsOf = (files: Readonly<Record<string, string>>) => runCommands(snapshotOf(files)).words

describe('commands that run a project', () => {
  it('names a file that was skipped', () => {
    const skipped = ['tests/Dockerfile', 'Dockerfile'].map((path) => ({ path, reason: 'it is too large' }))
    expect(runCommands({ ...snapshotOf({}), skipped }).unread).toBe('Dockerfile')
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    ['a script', { 'package.json': '{"scripts":{"start":"NODE_ENV=production tool --port 1"}}' }],
    ['a script of a member', { 'packages/web/package.json': '{"scripts":{"serve":"tool@2 serve"}}' }],
    ['a script for development', { 'package.json': '{"scripts":{"start":"npm run dev","dev":"tool"}}' }],
    ['a chain of scripts', { 'package.json': '{"scripts":{"dev":"tool","watch":"run dev","start":"run watch"}}' }],
    [
      'a script of another file',
      { 'package.json': '{"scripts":{"start":"turbo run dev"}}', 'web/package.json': '{"scripts":{"dev":"tool"}}' },
    ],
    ['a script before another one', { 'package.json': '{"scripts":{"start":"run dev","predev":"tool"}}' }],
    ['scripts with a pattern', { 'package.json': '{"scripts":{"start":"run-p npm:dev:*","dev:web":"tool"}}' }],
    ['an escaped text', { 'mcp.json': '{"command":"sh -c \\"npx \\\\"tool\\\\"\\""}' }],
    ['a container', { Dockerfile: 'FROM node\nCMD ["npx", "tool"]' }],
    ['a container with a long command', { 'docker/Dockerfile': 'FROM node\nENTRYPOINT node \\\r\n  --import tool' }],
    ['options of a container', { Dockerfile: 'FROM node\nENV NODE_OPTIONS="--import tool"\nCMD node a.js' }],
    ['several containers', { 'compose.yaml': 'services:\n  web:\n    command:\n      - tool\n      - --port=1' }],
    ['a Procfile', { Procfile: 'web: tool app:app' }],
    ['a start script', { 'start.sh': '#!/bin/sh\nexec tool app:app' }],
    ['a Makefile', { Makefile: 'run:\n\ttool app' }],
    ['a server description', { 'smithery.yaml': 'commandFunction: |\n  ({command: "tool", args: []})' }],
    ['the first line of a file', { 'bin/cli.ts': '#!/usr/bin/env tool\nrun()' }],
  ])('are read from %s', (_, files) => {
    expect(wordsOf(files)).toContain('tool')
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    ['a script that tests', { 'package.json': '{"scripts":{"test":"tool","start":"node a.js"}}' }],
    ['the steps that build an image', { Dockerfile: 'FROM node\nRUN tool\nCMD node a.js' }],
    ['images and services', { 'compose.yaml': 'services:\n  tool:\n    image: tool' }],
    ['tests', { 'tests/Dockerfile': 'CMD tool' }],
    ['code', { 'a.ts': 'tool()' }],
  ])('are not read from %s', (_, files) => {
    expect(wordsOf(files)).not.toContain('tool')
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    [
      'a large file beside a large test',
      { 'fixture/package.json': `{"a":"${'a'.repeat(300_000)}"}`, Procfile: 'a'.repeat(300_000) },
    ],
    ['a large file', { 'package.json': `{"name":"${'a'.repeat(300_000)}"}` }],
    ['many words', { Procfile: Array.from({ length: 30_000 }, (_, index) => `w${index}`).join(' ') }],
    [
      'many words of scripts',
      {
        'package.json': JSON.stringify({
          scripts: { start: Array.from({ length: 30_000 }, (_, at) => `w${at}`).join(' ') },
        }),
      },
    ],
    [
      'many scripts',
      {
        'package.json': JSON.stringify({
          scripts: Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`dev${at}`, `a`])),
        }),
      },
    ],
  ])('name %s as unread', (_, files) => {
    expect(runCommands(snapshotOf(files)).unread).toBe(Object.keys(files).at(-1))
  })

  it('take all scripts if there are too many patterns of names', () => {
    const start = Array.from({ length: 200 }, (_, at) => `other${at}:*`).join(' ')
    expect(wordsOf({ 'package.json': JSON.stringify({ scripts: { start, dev: 'tool' } }) })).toContain('tool')
  })
})
