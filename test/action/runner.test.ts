import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { annotate } from '../../action/src/annotate.ts'
import { createRunner } from '../../action/src/runner.ts'
import type { Finding } from '../../client/assay.ts'
import { received } from './support/received-finding.ts'
import { commandsIn } from './support/run-action.ts'

describe('commands to the runner', () => {
  const written = (use: (runner: ReturnType<typeof createRunner>) => void) => {
    let out = ''
    use(createRunner({}, (text) => (out += text)))
    return out
  }

  it('are written as GitHub’s own library writes them', () => {
    const [message, file, title] = ['50 % done\r\nsecond line: a,b', 'a,b:c%d\ne.ts', 'x: y, z']
    const script =
      `import { error } from '@actions/core'; error(${JSON.stringify(message)}, ` +
      `${JSON.stringify({ title, file, startLine: 3, endLine: 4 })})`
    const theirs = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    const [ours] = commandsIn(written((runner) => runner.error(message, { title, file, line: 3, endLine: 4 })))
    expect(ours).toEqual(commandsIn(theirs)[0])
    expect(ours).toEqual({ name: 'error', message, properties: { title, file, line: '3', endLine: '4' } })
  })

  it('do not appear in lines of plain output, at any position', () => {
    for (const line of [
      '::error::x',
      '  ::set-output name=a::b',
      '\t::stop-commands::x',
      'a\n::error::b',
      'a\r::error::b',
      'a ##[error]b',
      '\u2028::error::x',
    ]) {
      const out = written((runner) => runner.say(line))
      expect(out.match(/\n/g)).toHaveLength(1)
      expect(out).not.toContain('##[')
      expect(commandsIn(out)).toEqual([])
      expect(out.split(/[\r\n\u2028]/).filter((part) => part.trimStart().startsWith('::'))).toEqual([])
    }
  })

  it('hide nothing where there is nothing to hide', () => {
    expect(written((runner) => runner.mask(''))).toBe('')
  })
})

describe('annotations', () => {
  const many = (severity: Finding['severity'], count: number) =>
    Array.from({ length: count }, (_, index) => received({ severity, title: `${severity} ${index}` }))

  it(
    'are at most ten errors and ten warnings with what the step says of itself, worst first, and the rest is ' +
      'counted',
    () => {
      let out = ''
      annotate(
        createRunner({}, (text) => (out += text)),
        [...many('critical', 3), ...many('high', 20), ...many('low', 30)],
        { total: 253, isOwn: true },
      )
      const commands = commandsIn(out)
      expect(commands.filter(({ name }) => name === 'error')).toHaveLength(9)
      expect(commands.filter(({ name }) => name === 'warning')).toHaveLength(9)
      expect(commands[0]?.properties['title']).toBe('critical: critical 0')
      expect(out).toContain('235 more findings are not annotated.')
    },
  )
})
