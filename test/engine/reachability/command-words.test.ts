import { describe, expect, it } from 'vitest'
import { commandWords } from '../../../src/engine/reachability/command-words.ts'
import { type Files, judged } from './installed-files.ts'

describe('words of commands', () => {
  it.each<[string, string[]]>([
    ['npx -y tool@latest', ['npx', '-y', 'tool']],
    ['npx @scope/tool@1.2.3', ['npx', '@scope/tool']],
    ['node --require=tool a.js', ['node', '--require', 'tool', 'a.js']],
    ['echo $(npx tool)|cat', ['echo', 'npx', 'tool', 'cat']],
    ['sh -c "npx \\"tool\\""', ['sh', '-c', 'npx', 'tool']],
    ['["npx","tool"]', ['npx', 'tool']],
    ['node node_modules/@scope/tool/cli.js', ['node', 'node_modules/@scope/tool/cli.js']],
    ['node .pnpm/tool@1.0.0/node_modules/tool/cli.js', ['node', '.pnpm/tool@1.0.0/node_modules/tool/cli.js']],
    ['', []],
  ])('are read from %s', (text, words) => {
    expect(commandWords(text)).toEqual(words)
  })
})

it('does not deny a package whose file a script starts', () => {
  const tool: Files = { 'lib.js': '', 'cli.js': 'function danger(x) { return x }\ndanger(process.argv[2])' }
  const scripts = { start: 'node node_modules/@scope/tool/cli.js' }
  const project = { 'a.js': '', 'package.json': JSON.stringify({ name: 'project', scripts }) }
  const program = { project, packages: { '@scope/tool@1.0.0': tool } }
  expect(judged(program, '@scope/tool@1.0.0 cli.js: danger').status).toBe('unknown')
})

describe('a program that code starts', () => {
  const tool: Files = {
    'package.json': '{"name":"tool","main":"lib.js","bin":{"tool":"cli.js"}}',
    'lib.js': 'exports.safe = 1',
    'cli.js': 'function danger(x) { return x }\ndanger(process.argv[2])',
  }
  it.each([
    "require('child_process').exec('npx -y tool@latest 1')",
    "require('child_process').exec('echo $(tool 1)')",
    "import { $ } from 'bun'\nawait $`npx tool@1`",
  ])('is not denied: %s', (code) => {
    const program = { project: { 'a.mjs': code }, packages: { 'tool@1.0.0': tool } }
    expect(judged(program, 'tool@1.0.0 cli.js: danger').status).toBe('unknown')
  })
})
