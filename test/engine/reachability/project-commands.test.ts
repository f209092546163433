import { describe, expect, it } from 'vitest'
import { commandPaths, isCommandFile, projectCommands } from '../../../src/engine/reachability/project-commands.ts'
import { judged } from './installed-files.ts'

describe('the commands that run a project', () => {
  it('are those of its scripts and its own commands, without scripts for development', () => {
    const commands = projectCommands({
      bin: { tool: './bin/tool.js' },
      scripts: {
        start: 'NODE_ENV=production node -r setup/register ./server.js && serve --port 80',
        test: 'jest',
        'build:all': 'webpack',
        pretest: 'eslint .',
        'start:worker': 'node worker.js',
      },
    })
    expect(commands).toEqual(
      expect.arrayContaining(['./bin/tool.js', 'setup/register', './server.js', 'serve', 'worker.js']),
    )
    for (const tool of ['jest', 'webpack', 'eslint']) expect(commands).not.toContain(tool)
  })

  it('name files with and without extensions', () => {
    const paths = commandPaths(['./spec/server', 'bin/', 'test/run.js'])
    for (const path of ['spec/server.ts', 'bin/index.js', 'test/run.js']) expect(isCommandFile(path, paths)).toBe(true)
    expect(isCommandFile('test/other.js', paths)).toBe(false)
  })

  it.each([null, [], 'text', { scripts: 'text', bin: [1] }, { scripts: { start: 1 } }])(
    'are none in a manifest such as %j that lists none',
    (manifest) => {
      const commands = projectCommands(manifest)
      expect(commands.filter((word) => word !== 'text')).toEqual([])
    },
  )

  it.each([
    ['preloads a package', { scripts: { start: 'node -r tpl/register main.js' } }],
    ['runs the command of a package', { scripts: { start: 'tpl --serve' } }],
    ['runs a file of a package', { scripts: { start: 'node node_modules/tpl/register.js' } }],
  ])('run the code of a package if a script %s', (_what, manifest) => {
    const { status } = judged(
      {
        project: { 'main.js': 'console.log(1)', 'package.json': JSON.stringify({ main: 'main.js', ...manifest }) },
        packages: {
          'tpl@1.0.0': {
            'package.json': '{"name":"tpl","bin":{"tpl":"register.js"}}',
            'register.js': "require('./index.js').render('x')",
            'index.js': 'exports.render = function render(text) { return text }',
          },
        },
      },
      'tpl@1.0.0 index.js: render',
    )
    expect(['imported', 'not-loaded']).not.toContain(status)
  })
})
