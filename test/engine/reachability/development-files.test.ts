import { describe, expect, it } from 'vitest'
import { isTestFile } from '../../../src/engine/reachability/development-files.ts'
import { judged } from './installed-files.ts'

const packages = { 'lib@1.0.0': { 'index.js': 'exports.run = () => {}' } }
const statusOf = (path: string, main = '') =>
  judged({ project: { 'main.js': main, [path]: "require('lib').run()" }, packages }, 'lib@1.0.0 index.js: run').status

describe('a file of a development tool', () => {
  it.each([
    'jest.config.js',
    'jest.setup.ts',
    'app/vite.config.mts',
    'eslint.config.mjs',
    '.eslintrc.cjs',
    'gulpfile.js',
  ])('is not run by users: %s', (path) => {
    expect(isTestFile(path)).toBe(true)
    expect(statusOf(path)).toBe('not-loaded')
  })

  it('counts if the program imports it', () => {
    expect(statusOf('vite.config.js', "require('./vite.config.js')")).toBe('reachable')
  })

  it.each(['config.js', 'src/app.config.ts', 'next.config.js', 'server.setup.js', 'lib/vite.js'])(
    'is not %s',
    (path) => {
      expect(isTestFile(path)).toBe(false)
      expect(statusOf(path)).toBe('reachable')
    },
  )
})
