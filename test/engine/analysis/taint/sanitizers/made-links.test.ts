import { describe, expect, it } from 'vitest'
import { hasMadeLinks } from '../../../../../src/engine/analysis/taint/sanitizers/made-links.ts'
import { contextOf } from './guard-context.ts'

describe('links that others have made', () => {
  it.each<[string, boolean]>([
    ["run('git clone ' + url)", true],
    ['run(`git clone ${url}`)', true],
    ["run('git', ['clone', url])", true],
    ["run(['git', 'clone', url])", true],
    ["run(['git', 'pull', url])", false],
    ["run('gitclone')", false],
    ["run('git cloned')", false],
    ["run('see git clone')", false],
    ["request('roots/list')", true],
    ["request('roots/list/all')", false],
    ["request({ 'roots/list': 1 })", false],
    ["run({ 'git clone': 1 })", false],
    ['archive.extractall(path)', true],
    ['server.listRoots()', true],
    ['const list = server.listRoots', false],
    ["import fs from 'node:fs'; fs.symlinkSync(a, b)", true],
    ["import fs from 'node:fs'; fs.writeFileSync(a, b)", false],
    ["import tar from 'tar'; await tar.x({ file })", true],
  ])('%s', (text, expected) => {
    expect(hasMadeLinks(contextOf(text))).toBe(expected)
  })
})
